import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { CliContext } from './command.ts'
import { ownVersion } from './version.ts'

const name = 'porticojs-codemod'

/**
 * The command that runs the codemod in the version of this package: the installed one, else one that npx fetches. A note announces that
 * before it is fetched.
 */
export async function codemod({
  env,
  folder,
  note,
}: Pick<CliContext, 'env' | 'folder' | 'note'>): Promise<[string, ...string[]]> {
  const version = ownVersion()
  const found = installed(folder)
  if (found?.version === version) return ['node', found.program]
  const wanted = `${name}@${version}`
  note(`${wanted} is not installed here: npx fetches it, with what it depends on.`)
  await fetched(wanted, env, folder)
  return ['npx', '--yes', wanted]
}

/** The codemod that Node finds from a folder. */
function installed(folder: string): { version: string; program: string } | undefined {
  try {
    const file = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`)
    const { version, bin } = JSON.parse(readFileSync(file, 'utf8'))
    return { version, program: join(dirname(file), bin[name]) }
  } catch {
    return undefined
  }
}

/** Fetches the codemod. One line says what to do if npm, which explains a failure at length, cannot. */
async function fetched(wanted: string, env: CliContext['env'], folder: string): Promise<void> {
  // npm prints the error's code only at this log level.
  const audible = { ...env, npm_config_loglevel: 'error' }
  const options = { cwd: folder, env: audible, shell: process.platform === 'win32' }
  try {
    await promisify(execFile)('npx', ['--yes', wanted, '--version'], options)
  } catch (error) {
    const [, code = Object(error).code] =
      /^npm (?:error|ERR!) code (\w+)/m.exec(Object(error).stderr) ?? []
    throw new Error(
      `npx could not fetch ${wanted} (${code}): go online, or install it first with npm install --save-dev ${wanted}.`,
    )
  }
}
