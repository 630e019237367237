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

/** The typed path, with slashes. */
export function typedPath(typed: string): string {
  const path = typed.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
  if (/^(\/|[A-Za-z]:)|(^|\/)\.\.(\/|$)/.test(path))
    throw usageError(`--file ${typed} leads out of this folder`)
  if (!/^[^'"`#?%]*[^/]\.[cm]?[jt]s$/.test(path) || /\p{Cc}/u.test(path))
    throw usageError(`--file takes the path of a module, such as src/portico.ts: ${typed}`)
  return path
}

/** The path for the configuration in an application with code of its own. */
export function configurationPath(app: OwnApplication, template: Template): string {
  const path = placed(app, exampleConfiguration(template))
  if (!app.isJavaScript) return path
  const runsCommonJs = !app.framework.bundles && isCommonJsApplication(app)
  return path.replace(/\.ts$/, runsCommonJs ? '.mjs' : '.js')
}

/** The file of an application that already calls `Auth()`. */
export function existingConfiguration({ sources, read }: OwnApplication): string | undefined {
  return sources.find((path) => {
    const text = read(path) ?? ''
    return /['"]porticojs['"]/.test(text) && /\bAuth\(/.test(codeMask(text))
  })
}

/** Another name for the configuration, beside a foreign file. */
export function otherName(path: string): string {
  const other = path.replace(/\bauth(?=[^/]*$)/, 'portico')
  return other === path ? path.replace(/(?=\.\w+$)/, '-portico') : other
}

/** The files of the example that serve the sign-in, adapted to this application. */
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

/** A foreign file that already serves `/api/auth`: a framework refuses two routes for one path. */
export function takenRoute(app: OwnApplication, routes: Files): string | undefined {
  const authRoute = /(^|\/)api\/auth[./]/
  return app.sources.find(
    (path) => authRoute.test(path) && !(path in routes) && !usesPortico(app.read(path) ?? ''),
  )
}

/** Matches the import of the configuration in a file of an example, whose name for it may be another one (`auth.server`). */
const configurationImport = /(from ')(?!porticojs)[^']*\bauth(?:\.server)?(\.[jt]s)?'/

/** The text of an example's file with another import path of the configuration; `ending` is that of the example's import. */
export function importing(text: string, way: (ending: string) => string): string {
  return text.replace(
    configurationImport,
    (_, from: string, ending = '') => `${from}${way(ending)}'`,
  )
}

/** The path for a file. Folders of the framework for the server stay; other code is below `src` if the application's is. */
function placed({ sources }: OwnApplication, path: string): string {
  if (/^(src|server)\//.test(path)) return path
  // Next looks for pages below `src` only if there are none outside it.
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
