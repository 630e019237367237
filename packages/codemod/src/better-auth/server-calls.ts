import type { CallExpression, Node } from '@babel/types'
import { readProperties, writtenValue } from '../properties.ts'
import { type Finding, findAll, place, type Source } from '../source.ts'
import { calledNames, type Names } from './application.ts'
import { textOf } from './draft.ts'
import type { NeededImports } from './needed-imports.ts'
import { moveReadSessions } from './read-sessions.ts'
import { apiNotes } from './tables.ts'

/** Moves calls of `auth.api`, the handlers of frameworks, and the type of the session. */
export function moveServerCalls(source: Source, names: Names, imports: NeededImports): Finding[] {
  return [
    ...moveTypes(source),
    ...moveReadSessions(source, names),
    ...moveCalls(source, names, imports),
  ]
}

/** `typeof auth.$Infer.Session`, or its `user`; its `session` is the whole here. */
function moveTypes(source: Source): Finding[] {
  return findAll(source.file.program, 'TSTypeQuery').flatMap((node) => {
    const [, auth, part] =
      /^typeof (\w+)\.\$Infer\.Session(?:\.(user|session))?$/.exec(textOf(source, node)) ?? []
    if (!auth) return []
    const whole = `NonNullable<Awaited<ReturnType<typeof ${auth}.session>>>`
    const text = part === 'user' ? `${whole}['user']` : whole
    return [{ ...place(node), text, change: '$Infer.Session → what session() returns' }]
  })
}

function moveCalls(source: Source, names: Names, imports: NeededImports): Finding[] {
  return findAll(source.file.program, 'CallExpression').flatMap((call) => {
    const path = calledNames(call)
    const [first = '', api, name = ''] = path
    if (names.servers.has(first) && api === 'api' && path.length === 3) {
      return moveApi(source, call, first, name)
    }
    const [handler = ''] = path
    const moved =
      path.length === 1 && Object.hasOwn(handlers, handler) ? handlers[handler] : undefined
    return moved ? moved(source, call, imports) : []
  })
}

function moveApi(source: Source, call: CallExpression, auth: string, name: string): Finding[] {
  if (name === 'getSession') {
    const [given] = call.arguments
    const options = given?.type === 'ObjectExpression' ? given : undefined
    const headers = options && writtenValue(readProperties(options).get('headers'))
    const asked = headers ? sourceOf(source, headers) : 'request'
    const edit = {
      ...place(call),
      text: `${auth}.session(${asked})`,
      change: 'auth.api.getSession() → auth.session()',
    }
    const note = 'pass the request or its headers to `auth.session()`'
    return headers ? [edit] : [edit, { start: place(call).start, note, importance: 'first' }]
  }
  const instead = Object.hasOwn(apiNotes, name)
    ? apiNotes[name]
    : 'docs/reference.md lists what there is'
  const note = `\`${auth}.api.${name}()\` is no longer there: ${instead}`
  return [{ start: place(call).start, note, importance: 'first' }]
}

/** The headers of a request, or Node's request itself. */
function sourceOf(source: Source, headers: Node): string {
  if (headers.type === 'CallExpression' && headers.callee.type === 'Identifier') {
    const [node] = headers.arguments
    if (headers.callee.name === 'fromNodeHeaders' && node) {
      const text = textOf(source, node)
      return text.endsWith('.headers') ? text.slice(0, -'.headers'.length) : `{ headers: ${text} }`
    }
  }
  return textOf(source, headers)
}

type MoveHandler = (source: Source, call: CallExpression, imports: NeededImports) => Finding[]

function renameHandler(name: string, module: string, note?: string): MoveHandler {
  return (_source, call, imports) => {
    imports.add(name, module)
    const { callee } = call
    const old = callee.type === 'Identifier' ? callee.name : ''
    const edit = { ...place(callee), text: name, change: `${old}() → ${name}()` }
    return note ? [edit, { start: place(call).start, note, importance: 'first' }] : [edit]
  }
}

/** The functions that mount the sign-in in a framework. */
const handlers: Readonly<Record<string, MoveHandler>> = {
  toNextJsHandler(source, call, imports) {
    imports.add('toNext', 'porticojs/next')
    const [given] = call.arguments
    // Better Auth took the handler alone, too.
    const auth = given ? textOf(source, given).replace(/\.handler$/, '') : 'auth'
    return [{ ...place(call), text: `toNext(${auth})`, change: 'toNextJsHandler() → toNext()' }]
  },
  toNodeHandler: renameHandler('toNode', 'porticojs/node'),
  getSessionCookie(source, call) {
    const [request, options] = call.arguments
    if (!request) return []
    const headers = `${textOf(source, request)}.headers.get('cookie') ?? ''`
    const text = `/portico\\.session(\\.\\d+)?=|better-auth\\.session_token=/.test(${headers})`
    const change = 'getSessionCookie() → whether there is a cookie of a session'
    const note =
      'the cookie has another name: `portico.session`, with `cookies.prefix` in place of `portico`'
    const edit = { ...place(call), text, change }
    return options ? [edit, { start: place(call).start, note, importance: 'first' }] : [edit]
  },
  toSolidStartHandler: renameHandler(
    'toSolidStart',
    'porticojs/solid-start',
    '`toSolidStart(auth, getRequestEvent)` is passed `getRequestEvent` of solid-js/web, too',
  ),
  svelteKitHandler(source, call, imports) {
    imports.add('toSvelteKit', 'porticojs/sveltekit')
    const options = call.arguments[0]?.type === 'ObjectExpression' ? call.arguments[0] : undefined
    const own = options ? readProperties(options) : new Map()
    const said = (name: string) => {
      const value = writtenValue(own.get(name))
      return value ? textOf(source, value) : name
    }
    const passed = (name: string) => (said(name) === name ? name : `${name}: ${said(name)}`)
    const text = `toSvelteKit(${said('auth')}, { redirect }).handle({ ${passed('event')}, ${passed('resolve')} })`
    imports.add('redirect', '@sveltejs/kit')
    const note =
      'make `toSvelteKit()` once, beside `Auth()`, and export its `handle`: it also sets `locals.session`'
    return [
      { ...place(call), text, change: 'svelteKitHandler() → toSvelteKit()' },
      { start: place(call).start, note },
    ]
  },
}
