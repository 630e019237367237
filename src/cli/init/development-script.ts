import type { Files } from './configuration.ts'
import type { OwnApplication } from './own-application.ts'
import { withKeys } from './package-keys.ts'
import { isForDevelopment, startScript } from './start-command.ts'

/** Matches one program with its options: another program cannot start what only a shell understands. */
const plainCommand = /^(?!\w+=)[\w@./:*,=+ -]+$/

/**
 * The change of package.json that makes the application's own script start for development. Without it, NODE_ENV is not set, and the
 * sign-in asks for keys and a secret.
 */
export function developmentScript({ framework, manifest, read }: OwnApplication): Files {
  const name = startScript(manifest)
  const scripts = Object(manifest.scripts)
  const text = read('package.json')
  // `start` is for production.
  if (framework.bundles || !name || name === 'start' || text === undefined) return {}
  const command = String(scripts[name])
  if (isForDevelopment(command) || !plainCommand.test(command)) return {}
  const changed = { ...scripts, [name]: `porticojs dev -- ${command}` }
  return { 'package.json': withKeys(text, { scripts: changed }) }
}
