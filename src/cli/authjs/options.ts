import type { Node, ObjectExpression } from '@babel/types'
import {
  addProperties,
  objectIn,
  type Property,
  readProperties,
  removeProperty,
  writtenValue,
} from './properties.ts'
import { type Edit, type Finding, place, type Source } from './source.ts'

/** What the move of one configuration needs to know. */
export interface OptionsContext {
  readonly source: Source
  /** The day of the move, such as 2026-11-15. */
  readonly today: string
}

/** Options that have no counterpart because nothing depends on them, and why. */
const dropped: Readonly<Record<string, string>> = {
  experimental: 'what was an experiment there is none here',
  raw: 'the handler returns a Response',
  skipCSRFCheck: 'forms of other sites are never taken',
  useSecureCookies: 'cookies are secure wherever the address is https',
}

/** Drops, moves and renames the options of one configuration, and lets sessions go on. */
export function moveOptions(context: OptionsContext, object: ObjectExpression): Finding[] {
  const { source } = context
  const properties = readProperties(object)
  const drop = (name: string, why: string) => {
    const property = properties.get(name)
    return property
      ? [removeProperty(source.text, object, property, `${name} dropped: ${why}`)]
      : []
  }
  return [
    ...Object.entries(dropped).flatMap(([name, why]) => drop(name, why)),
    ...moveSecret(source, object, properties),
    ...moveSession(context, object, properties),
  ]
}

/** AUTH_SECRET is read without being named, and then so are the ones before it. */
function moveSecret(
  { text }: Source,
  object: ObjectExpression,
  properties: Map<string, Property>,
): Finding[] {
  const property = properties.get('secret')
  const value = writtenValue(property)
  if (!property || !value) return []
  if (/^process\.env\.AUTH_SECRET$/.test(textOf(text, value))) {
    const change = 'secret dropped: AUTH_SECRET is read without it'
    return [removeProperty(text, object, property, change)]
  }
  if (value.type !== 'StringLiteral') return []
  const note =
    'the secret stands in the code: put it into AUTH_SECRET, or, if it has fewer than 32 characters, into NEXTAUTH_SECRET beside a new AUTH_SECRET'
  return [{ ...place(property), note }]
}

/** `jwt` and `cookies` say things about sessions, and all of that is said in `session` here. */
function moveSession(
  context: OptionsContext,
  object: ObjectExpression,
  properties: Map<string, Property>,
): Finding[] {
  const { text } = context.source
  const written = properties.get('session')
  const session = objectIn(written)
  if (written && !session) {
    const note = `add \`fromAuthjs: fromAuthjs({ since: '${context.today}' })\` to \`session\`, so that people stay signed in`
    return [{ ...place(written), note }]
  }
  const own = session ? readProperties(session) : new Map<string, Property>()
  if (own.has('fromAuthjs')) return []
  const cookies = moveCookies(text, object, properties.get('cookies'))
  const jwt = moveJwt(text, object, properties.get('jwt'), own.has('maxAge'))
  const quote = quoteIn(text)
  const since = [...cookies.options, `since: ${quote}${context.today}${quote}`].join(', ')
  const added = [...jwt.session, `fromAuthjs: fromAuthjs({ ${since} })`]
  const change = 'session.fromAuthjs added: people stay signed in'
  const add = session
    ? addProperties(text, session, added, change)
    : addProperties(text, object, [`session: { ${added.join(', ')} }`], change)
  return [
    add,
    importFromAuthjs(context.source),
    ...(session ? renameSession(text, session, own) : []),
    ...cookies.findings,
    ...jwt.findings,
  ]
}

/** What version 3 called the strategy, and what nobody can choose here. */
function renameSession(
  text: string,
  session: ObjectExpression,
  own: Map<string, Property>,
): Finding[] {
  const findings: Finding[] = []
  const jwt = own.get('jwt')
  if (jwt && textOf(text, writtenValue(jwt)) === 'true') {
    const strategy = `strategy: ${quoteIn(text)}jwt${quoteIn(text)}`
    findings.push({ ...place(jwt), text: strategy, change: 'session.jwt → session.strategy' })
  }
  const token = own.get('generateSessionToken')
  if (token) {
    const change = 'session.generateSessionToken dropped: a key is 256 random bits'
    findings.push(removeProperty(text, session, token, change))
  }
  return findings
}

interface Moved {
  findings: Finding[]
}

/** The name of the session's cookie is where old sessions are found; its domain goes on to be ours. */
function moveCookies(
  text: string,
  object: ObjectExpression,
  property: Property | undefined,
): Moved & { options: string[] } {
  if (!property) return { findings: [], options: [] }
  const cookies = objectIn(property)
  const token = cookies && objectIn(readProperties(cookies).get('sessionToken'))
  if (!cookies || cookies.properties.some(({ type }) => type === 'SpreadElement')) {
    const note = 'here `cookies` takes `prefix` and `domain` only; see docs/from-authjs.md'
    return { findings: [{ ...place(property), note }], options: [] }
  }
  const fields = token ? readProperties(token) : new Map<string, Property>()
  const options = objectIn(fields.get('options'))
  const name = fields.get('name')
  const domain = options && writtenValue(readProperties(options).get('domain'))
  const change = domain ? 'cookies → cookies.domain' : 'cookies dropped: ours have other names'
  const edit = domain
    ? { ...place(property), text: `cookies: { domain: ${textOf(text, domain)} }`, change }
    : removeProperty(text, object, property, change)
  return {
    findings: [edit],
    options: name ? [`cookieName: ${textOf(text, writtenValue(name))}`] : [],
  }
}

/** How long a session lasts is said once; what sealed it is not ours to choose. */
function moveJwt(
  text: string,
  object: ObjectExpression,
  property: Property | undefined,
  hasMaxAge: boolean,
): Moved & { session: string[] } {
  const jwt = objectIn(property)
  if (!property || !jwt) return { findings: [], session: [] }
  const own = readProperties(jwt)
  const maxAge = hasMaxAge ? undefined : writtenValue(own.get('maxAge'))
  const session = maxAge ? [`maxAge: ${textOf(text, maxAge)}`] : []
  if (own.has('encode') || own.has('decode')) {
    const note =
      '`jwt.encode` and `jwt.decode` are not called: sessions are sealed otherwise, and those that yours made end'
    return { findings: [{ ...place(property), note }], session }
  }
  const change = maxAge
    ? 'jwt.maxAge → session.maxAge'
    : 'jwt dropped: `session` and AUTH_SECRET say it'
  const edit: Edit = removeProperty(text, object, property, change)
  const secret = own.get('secret')
  const isVariable = /^process\.env\.AUTH_SECRET$/.test(textOf(text, writtenValue(secret)))
  if (!secret || isVariable) return { findings: [edit], session }
  const note =
    'what was `jwt.secret` opens the old sessions: pass it on, as `fromAuthjs({ secret: … })`'
  return { findings: [edit, { ...place(property), note }], session }
}

/** `import { fromAuthjs }`, below the other imports. */
function importFromAuthjs({ text, file }: Source): Edit {
  const { body, directives } = file.program
  const last = body.findLast(({ type }) => type === 'ImportDeclaration') ?? directives.at(-1)
  const start = last ? place(last).end : place(body[0] ?? file.program).start
  const quote = quoteIn(text)
  const semicolon = last && text[start - 1] === ';' ? ';' : ''
  const line = `import { fromAuthjs } from ${quote}portico/authjs${quote}${semicolon}`
  return { start, end: start, text: last ? `\n${line}` : `${line}\n` }
}

/** The quotes that a file prefers. */
function quoteIn(text: string): string {
  const [, quote = "'"] = /\bfrom\s*(['"])/.exec(text) ?? /(['"])/.exec(text) ?? []
  return quote
}

/** What is written, to be copied: its variables have their new names. */
function textOf(text: string, node: Node | undefined): string {
  const written = node ? text.slice(node.start ?? 0, node.end ?? 0) : ''
  return written.replace(/\bNEXTAUTH_(SECRET|URL)\b/g, 'AUTH_$1')
}
