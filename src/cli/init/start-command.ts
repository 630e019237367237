import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readManifest } from '../application/manifest.ts'
import type { Framework } from './frameworks.ts'

/** A package manager, and its commands. */
interface Manager {
  readonly lock: string
  readonly run: string
  readonly add: string
}

const npm: Manager = { lock: 'package-lock.json', run: 'npm run', add: 'npm install' }

const managers: readonly Manager[] = [
  { lock: 'pnpm-lock.yaml', run: 'pnpm', add: 'pnpm add' },
  { lock: 'yarn.lock', run: 'yarn', add: 'yarn add' },
  { lock: 'bun.lock', run: 'bun run', add: 'bun add' },
  { lock: 'bun.lockb', run: 'bun run', add: 'bun add' },
  npm,
]

/** The package manager whose lock file is here or in the workspace above, or which package.json names. */
export function managerOf(folder: string): Manager {
  const places = [folder, ...foldersAbove(folder).filter(isWorkspace)]
  return places.map(managerAt).find((found) => found) ?? npm
}

function managerAt(folder: string): Manager | undefined {
  const { packageManager } = readManifest(folder)
  return managers.find(
    ({ lock, add }) =>
      existsSync(join(folder, lock)) || String(packageManager).startsWith(`${add.split(' ')[0]}@`),
  )
}

/** True for a workspace: several packages with one lock file. */
export function isWorkspace(folder: string): boolean {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true
  try {
    return readManifest(folder).workspaces !== undefined
  } catch {
    return false
  }
}

function foldersAbove(folder: string): string[] {
  const above = dirname(folder)
  return above === folder ? [] : [above, ...foldersAbove(above)]
}

/** The names of scripts that start an application for development, clearest first. */
const scripts = ['dev', 'start:dev', 'develop', 'serve', 'start']

/** The script of package.json that starts an application for development. */
export function startScript(manifest: Readonly<Record<string, unknown>>): string | undefined {
  return scripts.find((name) => typeof Object(manifest.scripts)[name] === 'string')
}

/** True if a script itself sets development. */
export function isForDevelopment(script: string): boolean {
  return /\bporticojs dev\b|\bNODE_ENV=["']?development\b/.test(script)
}

/** The command that starts an application for development; `program` is run if package.json has no script for that. */
export function startCommand(
  folder: string,
  manifest: Readonly<Record<string, unknown>>,
  { bundles, devOptions }: Framework,
  program: string,
): string {
  const script = startScript(manifest)
  const text = String(Object(manifest.scripts)[script ?? ''] ?? '')
  const options = devOptions && !text.includes(devOptions) ? ` -- ${devOptions}` : ''
  const { run } = managerOf(folder)
  const typed = script === 'start' && run === 'npm run' ? 'npm start' : `${run} ${script}`
  if (script && (bundles || isForDevelopment(text))) return typed + options
  return `npx porticojs dev -- ${script ? typed : program}`
}
