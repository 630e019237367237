import { closingBracket, codeMask } from '../edits/code-mask.ts'
import { addImports, inMannerOf, insertAt } from '../edits/insert.ts'
import { importOf, instanceName, type Mount, shownLines, uses } from './mount.ts'

/** A framework whose application is a variable that routes are added to. */
interface Server {
  /** The entry point: `express`. */
  readonly door: string
  /** The function of the entry point: `toExpress`. */
  readonly made: string
  /** The call that creates the application, up to the parenthesis. */
  readonly creation: string
  /** The lines that serve the sign-in. */
  lines(app: string, handler: string): readonly string[]
}

/** Mounts by a line after the one that creates the application: before all other routes, since one of them may answer everything. */
export const mountOnServer = ({ door, made, creation, lines }: Server): Mount =>
  function mount(app, configuration) {
    const entryPoint = `porticojs/${door}`
    if (uses(app, entryPoint, configuration)) return {}
    const places = app.sources.flatMap((path) => creationsIn(app.read(path) ?? '', path, creation))
    const [place] = places
    const path = places.length === 1 ? place?.path : undefined
    const text = (path && app.read(path)) ?? ''
    const name = instanceName(codeMask(text))
    const importing = [
      { names: `{ ${made} }`, from: entryPoint },
      importOf(app, path ?? 'server.ts', configuration, 'auth', name),
    ]
    const served = (on: string) => lines(on, `${made}(${name ?? 'auth'}).handler`)
    const isFree = name && !new RegExp(`\\b(${made}|authHandler)\\b`).test(text)
    if (!path || !place?.isWhole || !isFree) {
      const about = path ? 'serve the sign-in' : 'serve the sign-in where your application is made'
      const shown = shownLines(importing, inMannerOf(text, served(place?.name ?? 'app')), text)
      return { missing: [{ ...(path ? { path } : {}), about, lines: shown }] }
    }
    const added = inMannerOf(text, served(place.name)).map((line) => `${place.indent}${line}\n`)
    const mounted = insertAt(text, place.end, added.join(''))
    return { edits: { [path]: addImports(mounted, importing) } }
  }

/** A statement that creates an application. */
interface Creation {
  path: string
  name: string
  indent: string
  /** The beginning of the next line. */
  end: number
  /** False if the same statement calls more on the application. */
  isWhole: boolean
}

function creationsIn(text: string, path: string, creation: string): Creation[] {
  const mask = codeMask(text)
  const statement = new RegExp(
    String.raw`^([ \t]*)(?:export )?(?:const|let|var) (\w+)(?:\s*:[^=\n]+)?\s*=\s*(?:await )?${creation}\(`,
    'gm',
  )
  return Array.from(mask.matchAll(statement), (found) => {
    const [whole, indent = '', name = ''] = found
    const close = closingBracket(mask, found.index + whole.length - 1) ?? mask.length
    const [rest] = /^[ \t]*;?[ \t]*(?:\r?\n|$)(?!\s*\.)/.exec(mask.slice(close + 1)) ?? []
    const isWhole = rest?.endsWith('\n') ?? false
    return { path, name, indent, end: close + 1 + (rest?.length ?? 0), isWhole }
  })
}

const generic = '(?:<[^;()]*>)?'

export const express: Mount = mountOnServer({
  door: 'express',
  made: 'toExpress',
  creation: 'express',
  lines: (app, handler) => [`${app}.use('/api/auth', ${handler})`],
})

export const hono: Mount = mountOnServer({
  door: 'hono',
  made: 'toHono',
  creation: `new (?:OpenAPI)?Hono${generic}`,
  lines: (app, handler) => [`${app}.all('/api/auth/*', ${handler})`],
})

export const fastify: Mount = mountOnServer({
  door: 'fastify',
  made: 'toFastify',
  creation: `[Ff]astify${generic}`,
  lines: (app, handler) => [`${app}.register(${handler}, { prefix: '/api/auth' })`],
})

export const koa: Mount = mountOnServer({
  door: 'koa',
  made: 'toKoa',
  creation: `new Koa${generic}`,
  lines: (app, handler) => [
    `const authHandler = ${handler}`,
    `${app}.use((ctx, next) => (ctx.path.startsWith('/api/auth/') ? authHandler(ctx) : next()))`,
  ],
})
