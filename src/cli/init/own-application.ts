import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dirname, relative } from 'node:path/posix'
import { madeFolders } from '../made-folders.ts'
import type { Template } from './template.ts'

/** Texts by their paths, which are written with slashes. */
type Files = Readonly<Record<string, string>>

/** What is added to an application that has code of its own. */
export interface Addition {
  readonly files: Files
  /** Why something is missing among them. */
  readonly notes: readonly string[]
}

/**
 * What `init` adds to an application that has code of its own: the configuration, and the route that serves it. The pages of an example
 * would stand beside those that there are, or hide them. Undefined where there is no code yet.
 */
export function additionTo(folder: string, template: Template): Addition | undefined {
  const { files, routes = [] } = template
  const configuration = configurationIn(files)
  const own = sourcesIn(folder).filter(
    (path) => path !== configuration && textOf(join(folder, path)) !== files[path],
  )
  if (own.length === 0) return undefined
  const place = codePlace(own)
  const placed = (path: string) => (/^(src|server)\//.test(path) ? path : place + path)
  const target = placed(configuration)
  const added = { [target]: files[configuration] ?? '' }
  const reason = routes.length > 0 && whyNoRoute(folder, target, own, routes.map(placed))
  if (reason) return { files: added, notes: [`${reason}: no route is added`] }
  for (const path of routes) {
    added[placed(path)] = importing(files[path] ?? '', placed(path), target)
  }
  return { files: added, notes: [] }
}

function whyNoRoute(
  folder: string,
  configuration: string,
  own: readonly string[],
  routes: readonly string[],
): string | undefined {
  const text = textOf(join(folder, configuration))
  if (text !== undefined && !/['"]porticojs['"]/.test(text)) return `${configuration} is yours`
  const taken = own.find((path) => authRoute.test(path) && !routes.includes(path))
  return taken && `${taken} is at /api/auth`
}

/** The file that calls `Auth()`. */
function configurationIn(files: Files): string {
  return Object.keys(files).find((path) => files[path]?.includes('Auth({')) ?? ''
}

/** Whatever serves `/api/auth` already: a framework refuses two routes for one path. */
const authRoute = /(^|\/)api\/auth[./]/

/** Code, and no settings. */
const source = /(?<!\.config|\.d)\.([cm]?[jt]sx?|astro|svelte|vue)$/

function sourcesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name
    // Folders with a dot are those of tools.
    if (entry.name.startsWith('.') || madeFolders.has(entry.name)) return []
    if (entry.isDirectory()) return sourcesIn(folder, `${path}/`)
    return entry.isFile() && source.test(path) ? path : []
  })
}

/** What a file says; undefined if there is none. */
function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Next looks for pages below `src` only where there are none beside it. Other applications have their code in either place. */
function codePlace(own: readonly string[]): '' | 'src/' {
  const isBeside = own.some((path) => /^(app|pages)\//.test(path))
  return !isBeside && own.some((path) => path.startsWith('src/')) ? 'src/' : ''
}

/** The file of a route, with the way from there to the configuration: an example may have a name for it that others do not have. */
function importing(text: string, from: string, configuration: string): string {
  const way = relative(dirname(from), configuration).replace(/\.ts$/, '')
  return text.replace(
    /(from ')[^']*\bauth(\.server)?(\.ts)?'/,
    `$1${way.startsWith('.') ? way : `./${way}`}'`,
  )
}
