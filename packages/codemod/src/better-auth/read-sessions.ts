import type { MemberExpression, Node, OptionalMemberExpression } from '@babel/types'
import { type Finding, findAll, place, type Source, walk } from '../source.ts'
import { calledNames, type Names } from './application.ts'

type Member = MemberExpression | OptionalMemberExpression

/** The fields of `session` beside `user`, and their counterparts. */
const fields: Readonly<Record<string, (session: string, dot: string) => string>> = {
  expiresAt: (session, dot) =>
    dot === '.' ? `new Date(${session}.expires)` : `new Date(${session}?.expires ?? 0)`,
  userId: (session, dot) => `${session}${dot}user.id`,
}

const gone =
  'a session has `user`, `expires`, `authTime` and `amr`; its key and its id stay on the server, and `auth.sessions.list(who)` lists a user’s'

/**
 * Moves `session.session` of what `auth.api.getSession()` returned: Better Auth has two objects, `session` and `user`; here one session has
 * the user.
 */
export function moveReadSessions(source: Source, { servers }: Names): Finding[] {
  const read = new Set<string>()
  for (const { id, init } of findAll(source.file.program, 'VariableDeclarator')) {
    const call = init?.type === 'AwaitExpression' ? init.argument : init
    if (call?.type !== 'CallExpression' || id.type !== 'Identifier') continue
    const [auth = '', api, name] = calledNames(call)
    if (servers.has(auth) && api === 'api' && name === 'getSession') read.add(id.name)
  }
  const found: Finding[] = []
  const done = new Set<Node>()
  walk(source.file.program, (node) => {
    if (read.size === 0) return false
    if (!isMember(node) || done.has(node)) return true
    const inner = isMember(node.object) ? node.object : undefined
    const name = inner && sessionIn(inner, read)
    if (inner && name && node.property.type === 'Identifier') {
      done.add(inner)
      const dot = inner.type === 'OptionalMemberExpression' ? '?.' : '.'
      const field = Object.hasOwn(fields, node.property.name)
        ? fields[node.property.name]
        : undefined
      if (field) found.push({ ...place(node), text: field(name, dot), change })
      else found.push({ start: place(node).start, note: gone, importance: 'first' })
    } else {
      const whole = sessionIn(node, read)
      if (whole) found.push({ ...place(node), text: whole, change })
    }
    return true
  })
  return found
}

const change = 'session.session → session'

function isMember(node: Node): node is Member {
  return node.type === 'MemberExpression' || node.type === 'OptionalMemberExpression'
}

/** `session` of `session.session`. */
function sessionIn({ object, property, computed }: Member, read: ReadonlySet<string>) {
  if (computed || object.type !== 'Identifier' || !read.has(object.name)) return undefined
  return property.type === 'Identifier' && property.name === 'session' ? object.name : undefined
}
