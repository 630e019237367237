import { closingBracket, codeMask, onlyMatchEnd } from '../edits/code-mask.ts'
import { addImports, insertAt, partInMannerOf } from '../edits/insert.ts'
import { importOf, instanceName, type Mount, shownLines, uses } from './mount.ts'

/** Mounts by a call after `new Elysia()`, before all other routes. */
export const elysia: Mount = (app, configuration) => {
  if (uses(app, 'porticojs/elysia', configuration)) return {}
  const made = app.sources.filter((path) => codeMask(app.read(path) ?? '').includes('new Elysia('))
  const path = made.length === 1 ? made[0] : undefined
  const text = (path && app.read(path)) ?? ''
  const name = instanceName(codeMask(text))
  const importing = [
    { names: '{ toElysia }', from: 'porticojs/elysia' },
    importOf(app, path ?? 'server.ts', configuration, 'auth', name),
  ]
  const route = `.all('/api/auth/*', toElysia(${name ?? 'auth'}).handler, { parse: 'none' })`
  const mask = codeMask(text)
  const open = onlyMatchEnd(mask, /new Elysia\(/)
  const close = open && closingBracket(mask, open - 1)
  const isAlone = open && close && !text.slice(open, close).includes('prefix')
  if (!path || !isAlone || !name) {
    const about = 'serve the sign-in, right behind new Elysia()'
    return {
      missing: [{ ...(path ? { path } : {}), about, lines: shownLines(importing, [route], text) }],
    }
  }
  const [line = ''] = /^\s*\n\s*(?=\.)/.exec(mask.slice(close + 1)) ?? []
  const call = partInMannerOf(text, route)
  return { edits: { [path]: addImports(insertAt(text, close + 1, line + call), importing) } }
}
