import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Library } from './libraries.ts'

type Owner = Pick<Library, 'owns' | 'replacement'>

interface PackageChange {
  readonly install: readonly string[]
  readonly uninstall: readonly string[]
}

/** The changes of the dependencies in a package.json. */
function packageChange(manifest: string, { owns, replacement }: Owner): PackageChange {
  const names = dependencyNames(manifest)
  const old = names.filter(owns)
  if (old.length === 0) return { install: [], uninstall: [] }
  const adapters = old.flatMap((name) => replacement(name) ?? [])
  const wanted = ['porticojs', ...adapters].filter((name) => !names.includes(name))
  const outdated = names.filter((name) => name === '@simplewebauthn/server')
  const typescript = /"typescript": *"\D?[34]/.test(manifest) ? ['typescript@5'] : []
  const install = [...wanted, ...outdated.map((name) => `${name}@latest`), ...typescript]
  return { install, uninstall: old }
}

function dependencyNames(manifest: string): string[] {
  try {
    const { dependencies, devDependencies } = JSON.parse(manifest.trim())
    return Object.keys({ ...dependencies, ...devDependencies })
  } catch {
    return []
  }
}

const npm = { add: 'npm install', remove: 'npm uninstall' }

/** The commands by which each package manager adds and removes, by its lock file. */
const managers: Readonly<Record<string, { add: string; remove: string }>> = {
  'pnpm-lock.yaml': { add: 'pnpm add', remove: 'pnpm remove' },
  'yarn.lock': { add: 'yarn add', remove: 'yarn remove' },
  'bun.lock': { add: 'bun add', remove: 'bun remove' },
  'bun.lockb': { add: 'bun add', remove: 'bun remove' },
}

/** The commands that change an application's packages, for the package manager that it uses. */
export function packageCommands(
  files: ReadonlyMap<string, string>,
  folder: string,
  library: Owner,
): string[] {
  const found = Object.keys(managers).find((file) => existsSync(join(folder, file)))
  const { add, remove } = (found && managers[found]) || npm
  const manifests = [...files].filter(([path]) => /(^|\/)package\.json$/.test(path))
  return manifests.flatMap(([path, text]) => {
    const { install, uninstall } = packageChange(text, library)
    const where = path.includes('/') ? `cd ${path.replace(/\/[^/]*$/, '')} && ` : ''
    return [
      ...(install.length > 0 ? [`${where}${add} ${install.join(' ')}`] : []),
      ...(uninstall.length > 0 ? [`${where}${remove} ${uninstall.join(' ')}`] : []),
    ]
  })
}
