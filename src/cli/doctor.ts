import { type Command, defineCommand, usageError } from './command.ts'
import type { Application } from './doctor/application.ts'
import type { Section } from './doctor/report.ts'

/** Says what is wrong with a configuration, or with a deployment. */
export const doctor: Command = defineCommand({
  summary: 'Say what is wrong with your configuration or your deployment',
  about: `Takes the file that calls Auth(), the address of the running application, or both. Without a word it takes the file,
if it is where people keep it. It is judged as production, unless NODE_ENV says otherwise.

A running application is also attacked, harmlessly: foreign Origin, Host, X-Forwarded-Host and callbackUrl, and a
replay. Nobody is signed in, and nothing is changed. The exit code is 1 if there is a problem.`,
  words: ['[auth.ts]', '[address]'],
  options: {
    env: {
      type: 'string',
      multiple: true,
      value: '<file>',
      about: 'variables to judge it by; by default .env and .env.local, if they are there',
    },
  },
  exits: true,
  async run({ values, words }, { folder, report }) {
    const { configurationChecks, deploymentChecks } = await import('./doctor/checks.ts')
    const { count, runChecks, toText } = await import('./doctor/report.ts')
    const addresses = words.filter(isAddress).map((word) => new URL(word))
    const files = words.filter((word) => !isAddress(word))
    const applications = await load(folder, files, addresses.length > 0, values.env ?? [])
    const sections: Section[] = []
    for (const application of applications) {
      const results = await runChecks(configurationChecks, application)
      sections.push({ target: judgedAs(application), results })
    }
    for (const address of addresses) {
      const { findDeployment } = await import('./doctor/find-deployment.ts')
      const { deployment, findings } = await findDeployment(address, applications[0])
      const found = { check: 'routes', findings }
      const results = deployment ? await runChecks(deploymentChecks, deployment) : []
      sections.push({ target: deployment?.base ?? address.origin, results: [found, ...results] })
    }
    const problems = count(sections, 'problem')
    report({ problems, warnings: count(sections, 'warning'), sections }, toText(sections))
    return problems > 0 ? 1 : 0
  },
})

function isAddress(word: string): boolean {
  return /^https?:\/\//.test(word)
}

async function load(
  folder: string,
  files: readonly string[],
  hasAddress: boolean,
  envFiles: readonly string[],
): Promise<Application[]> {
  const { loadApplication, readEnvFiles, usualFile } = await import('./doctor/application.ts')
  const [file = hasAddress ? undefined : usualFile(folder)] = files
  if (file === undefined) {
    if (hasAddress) return []
    throw usageError('There is no auth.ts here: name the file that calls Auth(), or an address')
  }
  // What the process has already wins, as it does where the application runs.
  Object.assign(process.env, { ...readEnvFiles(folder, envFiles), ...process.env })
  return loadApplication(folder, file)
}

function judgedAs({ file, production }: Application): string {
  return `${file}, judged ${production ? 'as production' : 'for development'}`
}
