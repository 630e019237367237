import type { Emulator } from '../../src/emulator/index.ts'
import type { StoredAccount } from '../../src/types/storage.ts'
import { wrongPasswords } from './application.ts'
import { addressFor, owners, squatters } from './outside.ts'
import type { Person } from './people.ts'
import type { Row, Rows } from './rows.ts'

/** What is so after a round, when everything works again and nobody does anything. */
export interface Facts {
  rows: Rows
  /** The accounts with their tokens, as the library reads them. */
  accounts: readonly StoredAccount[]
  people: readonly Person[]
  /** What the platforms know. */
  platforms: ReturnType<Emulator['snapshot']>['state']
  now: number
  guesses: number
}

/** What must hold, whatever happened; each names what breaks it. */
const invariants: Readonly<Record<string, (facts: Facts) => string[]>> = {
  'one user per account': ({ rows: { accounts, users } }) => [
    ...repeated(accounts.map((row) => `${row.provider} ${row.providerAccountId}`)),
    ...repeated(users.flatMap(({ email }) => (email == null ? [] : [`${email}`]))),
  ],

  'no orphan': ({ rows }) => [...withoutUser(rows), ...loosePasskeys(rows), ...rows.strays],

  'everybody has a way in': ({ rows: { users, accounts } }) =>
    users
      .filter(({ id, emailVerified }) => {
        const own = accounts.filter(({ userId }) => userId === id)
        return own.length === 0 && emailVerified == null
      })
      .map(({ id }) => `user ${id} has none`),

  'nobody has what is another’s': ({ rows, people }) =>
    rows.users.flatMap((user) => {
      const whose = new Set(belongings(rows, people, user))
      return whose.size > 1 ? [`user ${user.id} belongs to ${[...whose].join(' and ')}`] : []
    }),

  'no token lost that the platform still honours': ({ accounts, people, platforms, now }) =>
    accounts.filter(isOAuth).flatMap(({ provider, providerAccountId, refresh_token }) => {
      const person = people.find(({ name }) => providerAccountId === `${provider}-${name}`)
      const token = platforms.tokens.get(refresh_token ?? '')
      const grant = platforms.grants.get(token?.grant ?? '')
      const isHonoured = token && !token.spent && token.expires > now && grant && !grant.revoked
      if (isHonoured || person?.excused.has(provider)) return []
      const why = refresh_token ? (token?.spent ? 'a spent one' : 'a dead one') : 'none'
      return [`${providerAccountId} has ${why}`]
    }),

  'limits hold on all servers together': ({ guesses }) =>
    guesses > wrongPasswords ? [`${guesses} wrong passwords were judged for one name`] : [],
}

/** All that does not hold, each with the name of its invariant. */
export function judge(facts: Facts): string[] {
  return Object.entries(invariants).flatMap(([name, check]) =>
    check(facts).map((problem) => `${name}: ${problem}`),
  )
}

function repeated(keys: readonly string[]): string[] {
  return keys.filter((key, index) => keys.indexOf(key) !== index).map((key) => `${key} is twice`)
}

function withoutUser({ users, accounts, sessions, authenticators, items }: Rows): string[] {
  const known = new Set(users.map(({ id }) => id))
  // A link that signs somebody up is nobody's yet.
  const owned = items.filter(({ userId }) => userId != null)
  const kinds = { account: accounts, session: sessions, passkey: authenticators, item: owned }
  return Object.entries(kinds).flatMap(([kind, rows]) =>
    rows.filter(({ userId }) => !known.has(userId)).map(({ userId }) => `a ${kind} of ${userId}`),
  )
}

/** A passkey signs in to an account of its user's, and such an account has passkeys. */
function loosePasskeys({ accounts, authenticators }: Rows): string[] {
  const key = ({ userId, providerAccountId }: Row) => `${userId} ${providerAccountId}`
  const own = accounts.filter(({ type }) => type === 'webauthn')
  const [of, to] = [new Set(own.map(key)), new Set(authenticators.map(key))]
  return [
    ...authenticators.filter((row) => !of.has(key(row))).map(() => 'a passkey without its account'),
    ...own.filter((row) => !to.has(key(row))).map(() => 'an account of passkeys without any'),
  ]
}

/** To whom everything belongs that a user has. */
function belongings({ accounts, authenticators }: Rows, people: readonly Person[], user: Row) {
  const own = accounts.filter(({ userId }) => userId === user.id)
  const keys = authenticators.filter(({ userId }) => userId === user.id)
  return [
    ...own.flatMap(({ providerAccountId }) => nameIn(String(providerAccountId))),
    ...keys.flatMap(({ credentialID }) => passkeyOwner(people, String(credentialID))),
    ...(user.emailVerified == null ? [] : owners.filter((name) => addressFor(name) === user.email)),
  ]
}

function nameIn(providerAccountId: string): string[] {
  const [, name = ''] = /^(?:plain|idp|post|own)-(.*)$/.exec(providerAccountId) ?? []
  return [...owners, ...squatters].filter((each) => each === name)
}

/** Passkeys are stored in plain base64, and named in base64url. */
function passkeyOwner(people: readonly Person[], credentialID: string): string[] {
  const id = Buffer.from(credentialID, 'base64').toString('base64url')
  return people
    .filter(({ passkeys }) => passkeys.some((key) => key.id === id))
    .map(({ name }) => name)
}

function isOAuth({ provider }: StoredAccount): boolean {
  return ['plain', 'idp', 'post'].includes(provider)
}
