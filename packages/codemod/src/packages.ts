import { managerOf } from './from-portico.ts'
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
    // Editors on Windows begin a file with a byte order mark.
    const { dependencies, devDependencies } = JSON.parse(manifest.replace(/^\uFEFF/, ''))
    return Object.keys({ ...dependencies, ...devDependencies })
  } catch {
    return []
  }
}

/** The commands by which the package manager of an application, or of the workspace around it, adds and removes. */
function managerCommands(folder: string): { add: string; remove: string } {
  try {
    const { add } = managerOf(folder)
    const [name = ''] = add.split(' ')
    return { add, remove: name === 'npm' ? 'npm uninstall' : `${name} remove` }
  } catch {
    // A package.json that cannot be read names no manager.
    return { add: 'npm install', remove: 'npm uninstall' }
  }
}

/** The commands that change an application's packages, for the package manager that it uses. */
export function packageCommands(
  files: ReadonlyMap<string, string>,
  folder: string,
  library: Owner,
): string[] {
  const { add, remove } = managerCommands(folder)
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
