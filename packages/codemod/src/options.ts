import type { Node, ObjectExpression } from '@babel/types'
import {
  addProperties,
  objectIn,
  type Property,
  type Removal,
  readProperties,
  removeProperties,
  writtenValue,
} from './properties.ts'
import { type Finding, place, type Source } from './source.ts'

/** What the move of one configuration needs to know. */
export interface OptionsContext {
  readonly source: Source
  /** The day of the move, such as 2026-11-15. */
  readonly today: string
}

/** Options that mean nothing here, and why. */
const dropped: Readonly<Record<string, string>> = {
  experimental: 'what was an experiment there is none here',
  skipCSRFCheck: 'forms of other sites are never taken',
}

/** Drops, moves and renames the options of one configuration, and says since when its sessions go on. */
export function moveOptions(context: OptionsContext, object: ObjectExpression): Finding[] {
  const { text } = context.source
  const properties = readProperties(object)
  const found = [
    ...Object.entries(dropped).flatMap(([name, why]) => {
      const property = properties.get(name)
      return property ? { property, change: `${name} dropped: ${why}` } : []
    }),
    ...moveSecret(text, properties.get('secret')),
    ...moveSession(context, object, properties),
  ]
  const removals = found.filter((one) => 'property' in one)
  return [
    ...removeProperties(text, object, removals),
    ...found.filter((one): one is Finding => !('property' in one)),
  ]
}

/** AUTH_SECRET is read without being named, and then so are the ones before it. */
function moveSecret(text: string, property: Property | undefined): (Finding | Removal)[] {
  const value = writtenValue(property)
  if (!property || !value) return []
  if (isSecretVariable(text, value)) {
    return [{ property, change: 'secret dropped: AUTH_SECRET is read without it' }]
  }
  if (value.type !== 'StringLiteral') return []
  const note =
    'the secret stands in the code: put it into AUTH_SECRET or, if it could be guessed, make a new one with `npx porticojs secret`, and people sign in once more'
  return [{ ...place(property), note }]
}

function moveSession(
  { source: { text }, today }: OptionsContext,
  object: ObjectExpression,
  properties: Map<string, Property>,
): (Finding | Removal)[] {
  const quote = quoteIn(text)
  const since = `fromAuthjs: { since: ${quote}${today}${quote} }`
  const written = properties.get('session')
  const session = objectIn(written)
  if (written && !session) {
    const note = `add \`${since}\` to \`session\`: without it, people have to sign in again`
    return [{ ...place(written), note }]
  }
  const own = session ? readProperties(session) : new Map<string, Property>()
  if (own.has('fromAuthjs')) return []
  const jwt = moveJwt(text, properties.get('jwt'), own.has('maxAge'))
  const added = [...jwt.session, since]
  const change = 'session.fromAuthjs added: people stay signed in'
  return [
    session
      ? addProperties(text, session, added, change)
      : addProperties(text, object, [`session: { ${added.join(', ')} }`], change),
    ...(session ? renameSession(text, session, own) : []),
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
  const isJwt = writtenValue(jwt)
  if (jwt && isJwt?.type === 'BooleanLiteral' && isJwt.value) {
    const strategy = `strategy: ${quoteIn(text)}jwt${quoteIn(text)}`
    findings.push({ ...place(jwt), text: strategy, change: 'session.jwt → session.strategy' })
  }
  const token = own.get('generateSessionToken')
  if (token) {
    const change = 'session.generateSessionToken dropped: a key is 256 random bits'
    findings.push(...removeProperties(text, session, [{ property: token, change }]))
  }
  return findings
}

/** How long a session lasts is said in one place. What else `jwt` says about old sessions is read where it stands. */
function moveJwt(
  text: string,
  property: Property | undefined,
  hasMaxAge: boolean,
): { findings: (Finding | Removal)[]; session: string[] } {
  const jwt = objectIn(property)
  if (!property || !jwt) return { findings: [], session: [] }
  const own = readProperties(jwt)
  if (own.has('encode') || own.has('decode')) {
    const note =
      '`jwt.encode` and `jwt.decode` are refused: sessions are sealed otherwise here, and those that yours made end'
    return { findings: [{ ...place(property), note }], session: [] }
  }
  const maxAge = writtenValue(own.get('maxAge'))
  const secret = writtenValue(own.get('secret'))
  const isAll =
    jwt.properties.length === Number(maxAge !== undefined) + Number(secret !== undefined)
  const stays = !isAll || (maxAge && hasMaxAge) || (secret && !isSecretVariable(text, secret))
  if (stays) return { findings: [], session: [] }
  const change = maxAge ? 'jwt.maxAge → session.maxAge' : 'jwt dropped: AUTH_SECRET is read'
  return {
    findings: [{ property, change }],
    session: maxAge ? [`maxAge: ${copied(text, maxAge)}`] : [],
  }
}

function isSecretVariable(text: string, node: Node): boolean {
  return copied(text, node) === 'process.env.AUTH_SECRET'
}

/** The quotes that a file prefers. */
function quoteIn(text: string): string {
  const [, quote = "'"] = /\bfrom\s*(['"])/.exec(text) ?? /(['"])/.exec(text) ?? []
  return quote
}

/** What is written, to be put elsewhere: its variables have their new names. */
function copied(text: string, node: Node): string {
  const { start, end } = place(node)
  return text.slice(start, end).replace(/\bNEXTAUTH_(SECRET|URL)\b/g, 'AUTH_$1')
}
