import type { Node, ObjectExpression } from '@babel/types'
import { needsEveryRead } from './callbacks.ts'
import {
  addProperties,
  objectIn,
  type Property,
  type Removal,
  readProperties,
  removeProperties,
  writtenValue,
} from './properties.ts'
import { type Edit, type Finding, type Note, place, quoteIn, type Source } from './source.ts'

/** The inputs for the move of one configuration. */
export interface OptionsContext {
  readonly source: Source
  /** The day of the move, such as 2026-11-15. */
  readonly today: string
  /** True if this configuration becomes part of another one. */
  readonly isSpread?: boolean
}

/** Options that mean nothing here, and why. */
const dropped: Readonly<Record<string, string>> = {
  experimental: 'what was an experiment there is none here',
  skipCSRFCheck: 'forms of other sites are never taken',
}

/** Drops, moves and renames the options of one configuration, and adds the day of the move. */
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

/** Drops `secret` if it is AUTH_SECRET, which is read without being named, and then so are older secrets. */
function moveSecret(text: string, property: Property | undefined): (Finding | Removal)[] {
  const value = writtenValue(property)
  if (!property || !value) return []
  if (isSecretVariable(text, value)) {
    return [{ property, change: 'secret dropped: AUTH_SECRET is read without it' }]
  }
  if (value.type !== 'StringLiteral') return []
  const note =
    'the secret stands in the code: put it into AUTH_SECRET or, if it could be guessed, make a new one with `npx porticojs secret`, and people sign in once more'
  return [{ ...place(property), note, importance: 'first' }]
}

function moveSession(
  { source: { text }, today, isSpread }: OptionsContext,
  object: ObjectExpression,
  properties: Map<string, Property>,
): (Finding | Removal)[] {
  const quote = quoteIn(text)
  const since = `fromAuthjs: { since: ${quote}${today}${quote} }`
  const written = properties.get('session')
  const session = objectIn(written)
  const everyRead = needsEveryRead(object)
  if (written && !session) {
    const note = `add \`${since}\` to \`session\`: without it, people have to sign in again`
    const more = everyRead ? [{ ...place(written), note: addUpdateAge }] : []
    return [{ ...place(written), note, importance: 'first' }, ...more]
  }
  const own = session ? readProperties(session) : new Map<string, Property>()
  if (own.has('fromAuthjs')) return []
  // A second `session` would replace that of the other configuration, strategy included. The day is in the environment, too.
  const isPart = isSpread || object.properties.some(({ type }) => type === 'SpreadElement')
  if (!session && isPart) {
    const at = place(properties.get('callbacks') ?? object)
    return everyRead ? [{ ...at, note: addUpdateAge }] : []
  }
  const jwt = moveJwt(text, properties.get('jwt'), own.has('maxAge'))
  const age = everyRead && !own.has('updateAge') ? ['updateAge: 0'] : []
  const added = [...jwt.session, since, ...age]
  const change = 'session.fromAuthjs added: people stay signed in'
  const edit = session
    ? addProperties(text, session, added, change)
    : addProperties(text, object, [`session: { ${added.join(', ')} }`], change)
  const also = (more: string): Edit => ({
    start: edit.start,
    end: edit.start,
    text: '',
    change: more,
  })
  const gone = session ? oldNames(own, properties.has('adapter')) : { removals: [], notes: [] }
  const isEmptied = session?.properties.length === gone.removals.length
  return [
    isEmptied && session ? { ...inside(session), text: ` ${added.join(', ')} `, change } : edit,
    ...(age.length > 0 ? [also(updateAgeAdded)] : []),
    ...(session && !isEmptied
      ? removeProperties(text, session, gone.removals)
      : gone.removals.map((one) => also(one.change))),
    ...gone.notes,
    ...jwt.findings,
  ]
}

/** The place between the braces. */
function inside(object: ObjectExpression): { start: number; end: number } {
  const { start, end } = place(object)
  return { start: start + 1, end: end - 1 }
}

const updateAgeAdded =
  'session.updateAge: 0 added: callbacks.jwt looks something up, and runs at each read as it did'

const addUpdateAge =
  'add `updateAge: 0` to `session`: `callbacks.jwt` looks something up, and runs once a day otherwise, no longer at each read. For the tokens of platforms, `accessToken()` is the better way: it refreshes them'

/** Edits for `session.jwt`, version 3's name of the strategy, and for `generateSessionToken`, which has no counterpart. */
function oldNames(
  own: Map<string, Property>,
  hasAdapter: boolean,
): { removals: Removal[]; notes: Note[] } {
  const jwt = own.has('strategy') ? undefined : own.get('jwt')
  const token = own.get('generateSessionToken')
  const dropped = 'session.generateSessionToken dropped: a key is 256 random bits'
  return {
    removals: [
      ...(jwt ? [{ property: jwt, change: 'session.jwt dropped: version 4 ignores it' }] : []),
      ...(token ? [{ property: token, change: dropped }] : []),
    ],
    notes: jwt && hasAdapter ? [{ start: place(jwt).start, note: storedSessions }] : [],
  }
}

const storedSessions =
  '`session.jwt` is of version 3, and version 4 ignores it: with an adapter, sessions are in the database. If they are in cookies, write `strategy: "jwt"`'

/** Moves `jwt.maxAge` to `session.maxAge`. The rest of `jwt` is for old sessions, and read where it stands. */
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
    return { findings: [{ ...place(property), note, importance: 'first' }], session: [] }
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

/** The text of a node, to be put elsewhere: its variables have their new names. */
function copied(text: string, node: Node): string {
  const { start, end } = place(node)
  return text.slice(start, end).replace(/\bNEXTAUTH_(SECRET|URL)\b/g, 'AUTH_$1')
}
