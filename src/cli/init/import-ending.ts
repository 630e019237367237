import { dirname, relative } from 'node:path/posix'
import type { OwnApplication } from './own-application.ts'
import { compilerOptions } from './tsconfig.ts'

/** The path from one file to another, as an import of this application writes it. */
export function importPath(app: OwnApplication, from: string, target: string): string {
  const way = relative(dirname(from), target)
  const ending = endingIn(app, from, target)
  const path = ending === undefined ? way : way.replace(/\.[cm]?[jt]s$/, ending)
  return path.startsWith('.') ? path : `./${path}`
}

/** The ending that replaces that of an import path; undefined if it stays. */
function endingIn(app: OwnApplication, from: string, target: string): string | undefined {
  if (app.framework.bundles) return ''
  if (!/\.[cm]?ts$/.test(target)) return undefined
  return ownHabit(app) ?? settingsOf(app, from)
}

/** The ending of the application's own imports, if all of them have the same. */
function ownHabit({ sources, read }: OwnApplication): string | undefined {
  const typed = sources.filter((path) => /\.[cm]?tsx?$/.test(path))
  const paths = typed.flatMap((path) =>
    Array.from(
      (read(path) ?? '').matchAll(/\bfrom\s+['"](\.{1,2}\/[^'"]+)['"]/g),
      ([, way]) => way ?? '',
    ),
  )
  const endings = new Set(
    paths.map((way) => /\.[cm]?[jt]sx?$/.exec(way)?.[0].replace('x', '') ?? ''),
  )
  const [ending] = endings
  return endings.size === 1 ? ending : undefined
}

function settingsOf({ folder, manifest, beside }: OwnApplication, from: string): string {
  // Without settings, nothing compiles the file: Node runs it as it is.
  if (!beside.includes('tsconfig.json')) return '.ts'
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions, module } =
    compilerOptions(folder)
  if (allowImportingTsExtensions || rewriteRelativeImportExtensions) return '.ts'
  const isNodeModule = /^node/i.test(String(module))
  const isEsm = from.endsWith('.mts') || manifest.type === 'module'
  return isNodeModule && isEsm ? '.js' : ''
}
