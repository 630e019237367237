import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { readAddress } from './address.ts'
import { type Environment, listed, readEnvironment } from './application/env-files.ts'
import type { Application } from './application.ts'
import { envOption } from './application-storage.ts'
import { type CliContext, type Command, defineCommand, usageError } from './command.ts'
import type { Section } from './doctor/report.ts'

/** Finds problems in a configuration or a deployment. */
export const doctor: Command = defineCommand({
  summary: 'Find out what is wrong with your configuration or deployment',
  about: `Pass the file that calls Auth(), the address of the running application, or both. If you pass nothing, it looks for
auth.ts in the usual places (auth.ts, src/auth.ts, src/lib/auth.ts, …).

A file is checked as if it ran in production, unless NODE_ENV is set. Variables come from the environment and from
the .env files that your framework would read.

A running application is also attacked, harmlessly: with a foreign Origin, Host, X-Forwarded-Host and callbackUrl,
and with a replayed answer. Nobody is signed in and nothing is changed.

The exit code is 1 if there is a problem.`,
  words: ['[auth.ts]', '[address]'],
  options: envOption,
  exits: true,
  async run({ values, words }, context) {
    const { configurationChecks, deploymentChecks } = await import('./doctor/checks.ts')
    const { count, runChecks, toText } = await import('./doctor/report.ts')
    const { file, address } = readWords(words)
    const read = readEnvironment(context.folder, {
      env: context.env,
      mode: 'production',
      named: values.env,
    })
    const applications = await load(context, file, address, read)
    const sections: Section[] = []
    for (const application of applications) {
      const results = await runChecks(configurationChecks, application)
      sections.push({ target: judgedAs(application, read), results })
    }
    if (address) {
      const { findDeployment } = await import('./doctor/find-deployment.ts')
      const { deployment, findings } = await findDeployment(address, applications[0])
      const found = { check: 'routes', findings }
      const results = deployment ? await runChecks(deploymentChecks, deployment) : []
      sections.push({ target: deployment?.base ?? address.origin, results: [found, ...results] })
    }
    const problems = count(sections, 'problem')
    context.report({ problems, warnings: count(sections, 'warning'), sections }, toText(sections))
    return problems > 0 ? 1 : 0
  },
})

/** A file, an address, or one of each. */
function readWords(words: readonly string[]): { file?: string; address?: URL } {
  const { address: addresses = [], file: files = [] } = Object.groupBy(words, (word) =>
    isAddress(word) ? 'address' : 'file',
  )
  const [file, secondFile] = files
  const [address, secondAddress] = addresses
  if (secondFile) throw usageError(`Only one file can be checked at once, not "${secondFile}" too`)
  if (secondAddress)
    throw usageError(`Only one address can be checked at once, not "${secondAddress}" too`)
  return { ...(file && { file }), ...(address && { address: readAddress('doctor', address) }) }
}

/** True for a word that is meant as an address, even without its protocol. */
function isAddress(word: string): boolean {
  return (
    /^https?:/i.test(word) ||
    /^(localhost|[\w.-]+)(:\d+)(\/|$)/.test(word) ||
    word.startsWith('localhost')
  )
}

async function load(
  { folder }: CliContext,
  named: string | undefined,
  address: URL | undefined,
  { env }: Environment,
): Promise<Application[]> {
  const { loadApplication, usualFile } = await import('./application.ts')
  const file = named ?? (address ? undefined : usualFile(folder))
  if (file !== undefined && !existsSync(resolve(folder, file)))
    throw new Error(`There is no file ${file}. An address begins with http:// or https://.`)
  if (file !== undefined) return loadApplication(folder, file, env)
  if (address) return []
  throw usageError('There is no auth.ts here: name the file that calls Auth(), or an address')
}

function judgedAs({ file, production }: Application, { files }: Environment): string {
  const read = files.length > 0 ? `, with the variables of ${listed(files)}` : ''
  return `${file}, checked ${production ? 'as production' : 'for development'}${read}`
}
