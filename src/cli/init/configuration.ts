import { usesPortico } from '../application/uses-portico.ts'
import { usageError } from '../command.ts'
import { codeMask } from './edits/code-mask.ts'
import { isCommonJs } from './edits/insert.ts'
import { importPath } from './import-ending.ts'
import { takesProxy } from './mounts/next.ts'
import { routeModule } from './mounts/react-router.ts'
import type { OwnApplication } from './own-application.ts'
import { forVersion } from './sveltekit-2.ts'
import type { Template } from './template.ts'

/** Texts by their paths, which are written with slashes. */
export type Files = Readonly<Record<string, string>>

/** The path of the file that calls `Auth()` among the files of an example. */
export function exampleConfiguration({ files }: Template): string {
  return Object.keys(files).find((path) => files[path]?.includes('Auth({')) ?? ''
}

/** The path that was typed, with slashes. */
export function typedPath(typed: string): string {
  const path = typed.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
  if (/^(\/|[A-Za-z]:)|(^|\/)\.\.(\/|$)/.test(path))
    throw usageError(`--file ${typed} leads out of this folder`)
  if (!/^[^'"`#?%]*[^/]\.[cm]?[jt]s$/.test(path) || /\p{Cc}/u.test(path))
    throw usageError(`--file takes the path of a module, such as src/portico.ts: ${typed}`)
  return path
}

/** The path that the configuration gets in an application with code of its own. */
export function configurationPath(app: OwnApplication, template: Template): string {
  const path = placed(app, exampleConfiguration(template))
  if (!app.isJavaScript) return path
  const runsCommonJs = !app.framework.bundles && isCommonJsApplication(app)
  return path.replace(/\.ts$/, runsCommonJs ? '.mjs' : '.js')
}

/** The file of an application that calls `Auth()` already. */
export function existingConfiguration({ sources, read }: OwnApplication): string | undefined {
  return sources.find((path) => {
    const text = read(path) ?? ''
    return /['"]porticojs['"]/.test(text) && /\bAuth\(/.test(codeMask(text))
  })
}

/** A name for the configuration beside a file of somebody else's. */
export function otherName(path: string): string {
  const other = path.replace(/\bauth(?=[^/]*$)/, 'portico')
  return other === path ? path.replace(/(?=\.\w+$)/, '-portico') : other
}

/** The files of the example that serve the sign-in, as this application would write them. */
export function routeFiles(app: OwnApplication, template: Template, configuration: string): Files {
  const wanted = (template.routes ?? []).filter((path) => path !== 'proxy.ts' || takesProxy(app))
  const routes = wanted.flatMap((path) => {
    const text = forVersion(app, path, template.files[path] ?? '')
    return text ? [[routePath(app, path), text] as const] : []
  })
  return Object.fromEntries(
    routes.map(([path, text]) => [
      path,
      importing(text, () => importPath(app, path, configuration)),
    ]),
  )
}

/** A file that serves `/api/auth` already, and is not ours: a framework refuses two routes for one path. */
export function takenRoute(app: OwnApplication, routes: Files): string | undefined {
  const authRoute = /(^|\/)api\/auth[./]/
  return app.sources.find(
    (path) => authRoute.test(path) && !(path in routes) && !usesPortico(app.read(path) ?? ''),
  )
}

/** An import of the configuration in a file of an example: it may have a name there that others do not have. */
const configurationImport = /(from ')(?!porticojs)[^']*\bauth(?:\.server)?(\.[jt]s)?'/

/** The text of a file of an example, with another way to the configuration; `ending` is the one that the example's import has. */
export function importing(text: string, way: (ending: string) => string): string {
  return text.replace(
    configurationImport,
    (_, from: string, ending = '') => `${from}${way(ending)}'`,
  )
}

/** Frameworks with files of their own for the server know where they are; other code stands below `src`, or not. */
function placed({ sources }: OwnApplication, path: string): string {
  if (/^(src|server)\//.test(path)) return path
  // Next looks for pages below `src` only where there are none beside it.
  const isBeside = sources.some((one) => /^(app|pages)\//.test(one))
  return !isBeside && sources.some((one) => one.startsWith('src/')) ? `src/${path}` : path
}

function routePath(app: OwnApplication, path: string): string {
  if (path === 'app/routes/auth.ts') return routeModule(app)
  const place = placed(app, path)
  return app.isJavaScript ? place.replace(/\.ts$/, '.js') : place
}

function isCommonJsApplication({ manifest, sources, read }: OwnApplication): boolean {
  return manifest.type !== 'module' && sources.some((path) => isCommonJs(read(path) ?? ''))
}
