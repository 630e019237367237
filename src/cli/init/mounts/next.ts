import { importPath } from '../import-ending.ts'
import type { OwnApplication } from '../own-application.ts'
import { type Missing, type Mount, shownLines } from './mount.ts'

/** Mounts by files. If the application has its own proxy, and in Next 15, the proxy is left to be written by hand. */
export const next: Mount = (app, configuration) => {
  const path = existingProxy(app)
  if (path)
    return callsOurs(app, path, configuration)
      ? {}
      : { missing: [beside(app, path, configuration)] }
  return app.major === 15 ? { missing: [middleware(app, configuration)] } : {}
}

/** True if the example's proxy can be added: Next takes only one, and version 15 calls it middleware. */
export function takesProxy(app: OwnApplication): boolean {
  return app.major !== 15 && existingProxy(app) === undefined
}

function existingProxy({ sources }: OwnApplication): string | undefined {
  return sources.find((path) => /^(src\/)?(proxy|middleware)\.[cm]?[jt]s$/.test(path))
}

/** True if a file imports the proxy from the configuration, by any path. */
function callsOurs({ read }: OwnApplication, path: string, configuration: string): boolean {
  const bare = configuration.replace(/^.*\/|\.\w+$/g, '')
  const taken = String.raw`\{[^}]*\b(proxy|middleware)\b[^}]*\}\s*from\s*['"][^'"]*/${bare}(\.[jt]s)?['"]`
  return new RegExp(taken).test(read(path) ?? '')
}

const about = 'renew sessions, and remember the page that people wanted before they signed in'

function beside(app: OwnApplication, path: string, configuration: string): Missing {
  const name = path.includes('middleware') ? 'middleware' : 'proxy'
  const type = app.isJavaScript ? '' : ': NextRequest'
  const imports = [
    ...(app.isJavaScript ? [] : [{ names: 'type { NextRequest }', from: 'next/server' }]),
    { names: '{ proxy as renew }', from: importPath(app, path, configuration) },
  ]
  const lines = [
    `export async function ${name}(request${type}) {`,
    '  const response = await renew(request)',
    '  // Your own code changes this response.',
    '  return response',
    '}',
  ]
  return { path, about, lines: shownLines(imports, lines, app.read(path)) }
}

function middleware(app: OwnApplication, configuration: string): Missing {
  const folder = configuration.startsWith('src/') ? 'src/' : ''
  const path = `${folder}middleware.${app.isJavaScript ? 'js' : 'ts'}`
  const lines = [
    `export { proxy as middleware } from '${importPath(app, path, configuration)}'`,
    '',
    'export const config = {',
    "  runtime: 'nodejs',",
    "  matcher: '/((?!_next/static|_next/image|favicon.ico).*)',",
    '}',
  ]
  return { path, about: `${about} (Next 15.5 and newer)`, lines }
}
