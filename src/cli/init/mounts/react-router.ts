import { codeMask, onlyMatchEnd } from '../edits/code-mask.ts'
import {
  addBehindImports,
  addProperty,
  addToList,
  insertAt,
  partInMannerOf,
} from '../edits/insert.ts'
import { importPath } from '../import-ending.ts'
import type { OwnApplication } from '../own-application.ts'
import { type Missing, type Mount, type Mounted, together } from './mount.ts'

/** Mounts by a route and the middleware of the root; version 7 needs two flags, too. */
export const reactRouter: Mount = (app, configuration) => {
  return together([
    route(app),
    middleware(app, configuration),
    ...(app.major === 7 ? [flags(app)] : []),
  ])
}

/**
 * The path of the module that serves the sign-in. With file routes its name is the route; otherwise a page of the application may already
 * have it.
 */
export function routeModule({ read, isJavaScript }: OwnApplication): string {
  const ending = isJavaScript ? 'js' : 'ts'
  if (/\bflatRoutes\(/.test(read('app/routes.ts') ?? '')) return `app/routes/api.auth.$.${ending}`
  const text = read(`app/routes/auth.${ending}`) ?? read('app/routes/auth.tsx')
  const isTaken = text !== undefined && !/^export \{ action, loader \} from /.test(text)
  return `app/routes/${isTaken ? 'portico' : 'auth'}.${ending}`
}

function found(app: OwnApplication, ...names: string[]) {
  const path = names.find((name) => app.read(name) !== undefined)
  return { path, text: (path && app.read(path)) ?? '' }
}

function either(path: string, changed: string | undefined, missing: Missing): Mounted {
  return changed ? { edits: { [path]: changed } } : { missing: [missing] }
}

function route(app: OwnApplication): Mounted {
  const { path = 'app/routes.ts', text } = found(app, 'app/routes.ts', 'app/routes.js')
  const file = routeModule(app).replace(/^app\//, '')
  if (file.includes('$') || text.includes('api/auth/*')) return {}
  const call = `route('api/auth/*', '${file}')`
  const missing = { path, about: 'add a route to the list', lines: [`${call},`] }
  const list = onlyMatchEnd(codeMask(text), /^export default (?:\(?\s*)\[/)
  const item = partInMannerOf(text, call)
  const named = list === undefined ? undefined : importing(addToList(text, list - 1, item))
  return either(path, named, missing)
}

/** The routes file with `route` added to its imports. */
function importing(text: string): string | undefined {
  const mask = codeMask(text)
  const imports = /^import\s*\{([^}]*)\}\s*from\s*['"]@react-router\/dev\/routes['"]/m.exec(text)
  if (!imports || mask.charAt(imports.index) !== 'i') return undefined
  const [, names = ''] = imports
  if (/(?<!\w)route(?!\w)/.test(names)) return text
  const at = imports.index + imports[0].indexOf(names) + names.trimEnd().length
  return insertAt(text, at, names.trimEnd().endsWith(',') ? ' route' : ', route')
}

function middleware(app: OwnApplication, configuration: string): Mounted {
  const { path = 'app/root.tsx', text } = found(app, 'app/root.tsx', 'app/root.jsx', 'app/root.js')
  const from = importPath(app, path, configuration)
  const exported = `export { middleware } from '${from}'`
  if (text.includes(`'${from}'`) || text.includes(`"${from}"`)) return {}
  if (!/\bexport\b[^;\n]*\bmiddleware\b/.test(codeMask(text)) && text) {
    return { edits: { [path]: addBehindImports(text, ['', exported]) } }
  }
  const lines = [
    `import { middleware as authMiddleware } from '${from}'`,
    '',
    'export const middleware = [...authMiddleware, yours]',
  ]
  return { missing: [{ path, about: 'run the middleware before yours', lines }] }
}

const needed = ['v8_middleware', 'v8_passThroughRequests']

function flags(app: OwnApplication): Mounted {
  const { path = 'react-router.config.ts', text } = found(
    app,
    'react-router.config.ts',
    'react-router.config.js',
  )
  const lacking = needed.filter((flag) => !text.includes(flag)).map((flag) => `${flag}: true`)
  if (lacking.length === 0) return {}
  const property = `future: { ${lacking.join(', ')} }`
  const brace = onlyMatchEnd(codeMask(text), /^export default (?:\(?\s*)\{/)
  const isFree = brace && !/\bfuture\b/.test(text) && !text.includes('...')
  const changed = isFree ? addProperty(text, brace - 1, property) : undefined
  return either(path, changed, { path, about: 'turn on two flags', lines: [`${property},`] })
}
