import type { CallExpression, Node, ObjectExpression } from '@babel/types'
import { readProperties, writtenValue } from '../properties.ts'
import { type Edit, type Finding, findAll, type Note, place, type Source, walk } from '../source.ts'
import { calledNames, isBetterAuth, moduleName, type Names } from './application.ts'
import { resultOf } from './client-results.ts'
import type { NeededImports } from './needed-imports.ts'
import { clientNotes, providerFor } from './tables.ts'

/** Moves the calls of a client: signing in and out, accounts, passkeys. */
export function moveClientCalls(source: Source, names: Names, imports: NeededImports): Finding[] {
  const members = importedMembers(source, names)
  return findAll(source.file.program, 'CallExpression').flatMap((call) => {
    const [first = '', ...rest] = calledNames(call)
    const isClient = names.clients.has(first) && rest.length > 0
    if (isClient) return moveCall(source, call, { client: `${first}.`, path: rest, imports, names })
    if (members.has(first))
      return moveCall(source, call, { client: '', path: [first, ...rest], imports, names })
    return []
  })
}

/** The functions of a client that a file imports from another one, or takes out of the client itself. */
function importedMembers({ file, path }: Source, { members, clients }: Names): ReadonlySet<string> {
  const found = new Set<string>(members.get(moduleName(path)))
  for (const { source, specifiers } of findAll(file.program, 'ImportDeclaration')) {
    if (isBetterAuth(source.value)) continue
    const exported = members.get(moduleName(source.value))
    for (const { local } of specifiers) if (exported?.has(local.name)) found.add(local.name)
  }
  for (const { id, init } of findAll(file.program, 'VariableDeclarator')) {
    if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || !clients.has(init.name))
      continue
    for (const { key } of findAll(id, 'ObjectProperty'))
      if (key.type === 'Identifier') found.add(key.name)
  }
  return found
}

interface Called {
  /** The text before the function: `authClient.`, or nothing. */
  readonly client: string
  readonly path: readonly string[]
  readonly imports: NeededImports
  readonly names: Names
}

type Rewrite = (fields: Fields, called: Called) => string | undefined

/** The fields of a call's first argument, as they are written. */
interface Fields {
  get(name: string): string | undefined
  /** The others, under their own names, as an object; empty without any. */
  rest(...without: string[]): string
}

const passwords = 'porticojs/client/password'

/** Functions of the client that have a counterpart, by their path. */
const rewrites: Readonly<Record<string, Rewrite>> = {
  'signIn.social': (fields, { client }) =>
    `${client}signIn(${provider(fields.get('provider'))}${after(fields.rest('provider'))})`,
  'signIn.oauth2': (fields, { client }) =>
    `${client}signIn(${provider(fields.get('providerId'))}${after(fields.rest('providerId'))})`,
  'signIn.email': (fields, { client }) => `${client}signIn('password', ${staying(fields)})`,
  'signIn.username': (fields, { client }) => `${client}signIn('password', ${staying(fields)})`,
  'signIn.magicLink': (fields, { client }) =>
    `${client}signIn('email'${after(fields.rest('name', 'newUserCallbackURL', 'errorCallbackURL'))})`,
  'signIn.passkey': (fields, { client }) =>
    `${client}signIn('passkey'${after(fields.rest('autoFill'))})`,
  'signIn.anonymous': (_, { client }) => `${client}signIn('guest')`,
  'signUp.email'(fields, { imports }) {
    imports.add('signUpWithPassword', passwords)
    const target = fields.get('callbackURL')
    const options = target ? `, { callbackUrl: ${target} }` : ''
    return `signUpWithPassword(${fields.rest('callbackURL', 'image') || '{}'}${options})`
  },
  'passkey.addPasskey': (fields, { client }) => {
    const name = fields.get('name')
    return `${client}signIn('passkey', { action: 'register'${name ? `, name: ${name}` : ''} })`
  },
  linkSocial: (fields, { client }) =>
    `${client}link(${provider(fields.get('provider'))}${after(fields.rest('provider'))})`,
  unlinkAccount: (fields, { client }) => `${client}unlink(${provider(fields.get('providerId'))})`,
  listAccounts: (_, { client }) => `${client}accounts()`,
  getSession: (_, { client }) => `${client}refresh()`,
  signOut: (_, { client }) => `${client}signOut({ redirect: false })`,
}

const callbackNote =
  'callbacks such as `onSuccess` were left out: await the call, and catch what it rejects with'

function moveCall(source: Source, call: CallExpression, called: Called): Finding[] {
  const path = called.path.join('.')
  if (path === 'useSession') return moveHook(source, call, called)
  const at = { start: place(call).start }
  const [given, second] = call.arguments
  const rewrite = Object.hasOwn(rewrites, path) ? rewrites[path] : undefined
  const object = given?.type === 'ObjectExpression' ? given : undefined
  if (!rewrite || (given && !object)) {
    const [first = ''] = called.path
    const instead =
      (Object.hasOwn(clientNotes, first) && clientNotes[first]) ||
      'docs/browser/README.md lists what there is'
    return [
      {
        ...at,
        note: `\`${path}()\` of the client is no longer there: ${instead}`,
        importance: 'first',
      },
    ]
  }
  const text = rewrite(fieldsOf(source, object), called)
  if (text === undefined) return []
  const options = second ?? (object && writtenValue(readProperties(object).get('fetchOptions')))
  const { chain, isLeft } = resultOf(source, {
    options,
    isDestructured: isDestructured(source, call),
    imports: called.imports,
  })
  const notes: Note[] = isLeft ? [{ ...at, note: callbackNote, importance: 'first' }] : []
  return [{ ...place(call), text: text + chain, change: `${path}() moved` }, ...notes]
}

/** The fields of a sign-in by password, which stays on the page if it names no address, as in Better Auth. */
function staying(fields: Fields): string {
  const rest = fields.rest()
  if (fields.get('callbackURL')) return rest
  return rest ? rest.replace(/ \}$/, ', redirect: false }') : '{ redirect: false }'
}

/** Fields that have another name here. */
const renamed: Readonly<Record<string, string>> = {
  callbackURL: 'callbackUrl',
  rememberMe: 'remember',
}

/** Fields that mean nothing here. */
const dropped: ReadonlySet<string> = new Set([
  'fetchOptions',
  'errorCallbackURL',
  'newUserCallbackURL',
  'disableRedirect',
])

function fieldsOf({ text }: Source, object: ObjectExpression | undefined): Fields {
  const all = object ? readProperties(object) : new Map()
  const slice = (node: Node) => text.slice(place(node).start, place(node).end)
  return {
    get(name) {
      const value = writtenValue(all.get(name))
      return value && slice(value)
    },
    rest(...without) {
      const kept = [...all].filter(([name]) => !without.includes(name) && !dropped.has(name))
      const lines = kept.map(([name, property]) => {
        const value = writtenValue(property)
        const next = Object.hasOwn(renamed, name) ? renamed[name] : name
        const said = value ? slice(value) : name
        return next === said ? said : `${next}: ${said}`
      })
      return lines.length > 0 ? `{ ${lines.join(', ')} }` : ''
    },
  }
}

function after(text: string): string {
  return text ? `, ${text}` : ''
}

/** The id of a provider in Portico. */
function provider(written = "''"): string {
  const [, quote = "'", id] = /^(['"])(.*)\1$/.exec(written) ?? []
  const next = id && providerFor(id)?.id
  return next ? `${quote}${next}${quote}` : written
}

/** True if a result is destructured: `const { data, error } = await …`. */
function isDestructured({ file }: Source, call: CallExpression): boolean {
  return findAll(file.program, 'VariableDeclarator').some(({ id, init }) => {
    const value = init?.type === 'AwaitExpression' ? init.argument : init
    return value === call && id.type === 'ObjectPattern'
  })
}

/** `const { data: session, isPending } = useSession()`: what was `data` is `session`, and undefined until it is known. */
function moveHook(
  source: Source,
  call: CallExpression,
  { imports, names, client }: Called,
): Finding[] {
  if (client) imports.add('useSession', `porticojs/${names.binding}`)
  const edits: Finding[] = client
    ? [{ ...place(call), text: 'useSession()', change: 'useSession() moved' }]
    : []
  let found = false
  walk(source.file.program, (node) => {
    if (node.type !== 'VariableDeclaration') return true
    const [one] = node.declarations
    if (one?.init !== call) return true
    found = true
    if (one.id.type === 'ObjectPattern' && node.declarations.length === 1) {
      edits.push(...moveResult(source, node, one.id, importedClient(source, names)))
    } else edits.push({ start: place(one).start, note: otherResult, importance: 'first' })
    return true
  })
  if (!found) edits.push({ start: place(call).start, note: otherResult, importance: 'first' })
  return edits
}

const otherResult =
  '`useSession()` returns `{ session, error }`: `data` is `session`, undefined while pending'

/** The client, if this file has it at hand. */
function importedClient({ file }: Source, { clients }: Names): string | undefined {
  const locals = findAll(file.program, 'ImportDeclaration').flatMap(({ specifiers }) => specifiers)
  return locals.map(({ local }) => local.name).find((name) => clients.has(name))
}

function moveResult(
  { text }: Source,
  statement: Node,
  pattern: Node,
  client: string | undefined,
): Finding[] {
  const parts = new Map<string, string>()
  for (const { key, value } of findAll(pattern, 'ObjectProperty')) {
    if (key.type === 'Identifier' && value.type === 'Identifier') parts.set(key.name, value.name)
  }
  const session = parts.get('data') ?? 'session'
  const names = [
    session === 'session' ? 'session' : `session: ${session}`,
    ...(parts.has('error')
      ? [parts.get('error') === 'error' ? 'error' : `error: ${parts.get('error')}`]
      : []),
  ]
  const { end } = place(statement)
  const isPending = parts.get('isPending')
  const semicolon = text[end - 1] === ';' ? ';' : ''
  const [indent = ''] = /[^\S\n]*$/.exec(text.slice(0, place(statement).start)) ?? []
  const lines = [
    ...(isPending ? [`const ${isPending} = ${session} === undefined`] : []),
    ...(client && parts.has('refetch')
      ? [`const ${parts.get('refetch')} = () => ${client}.refresh()`]
      : []),
  ]
  const more = lines.map((line) => `\n${indent}${line}${semicolon}`).join('')
  const added: Edit[] = more ? [{ start: end, end, text: more }] : []
  const refetch =
    parts.has('refetch') && !client
      ? [
          {
            start: place(statement).start,
            note: '`refetch` is `refresh()` of the client',
            importance: 'first' as const,
          },
        ]
      : []
  return [
    { ...place(pattern), text: `{ ${names.join(', ')} }`, change: 'useSession(): data → session' },
    ...added,
    ...refetch,
  ]
}
