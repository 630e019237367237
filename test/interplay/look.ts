import type { Authenticator, StoredUser } from '../../src/types/storage.ts'
import type { Seat, Story, Token } from './story.ts'

/** Whom a browser or a key stands for, and by what. */
export interface Standing {
  readonly kind: 'session' | Token['kind']
  readonly userId: string | undefined
  /** The cookie or the key: another one is another session. */
  readonly key: string
  readonly amr: readonly string[]
  readonly seat?: Seat
}

/** A look, as before and after each moment. */
export interface Look {
  readonly standings: readonly Standing[]
  readonly users: ReadonlyMap<string, StoredUser>
  /** All by which somebody may come back as a user, and their second factors, as the storage has it. */
  readonly ways: ReadonlyMap<string, readonly string[]>
}

/** Looks, and changes nothing. */
export async function look(story: Story): Promise<Look> {
  const { users } = await story.auth.users.list({ limit: 100 })
  const ways = new Map<string, string[]>()
  for (const { id } of users) ways.set(id, await waysOf(story, id))
  return {
    standings: await standingsOf(story),
    users: new Map(users.map((user) => [user.id, user])),
    ways,
  }
}

async function standingsOf({ auth, seats, tokens }: Story): Promise<Standing[]> {
  const standings: Standing[] = []
  for (const seat of seats) {
    const { cookies, headers } = seat.browser
    const session = await auth.session(headers)
    const [, key = ''] = [...cookies].find(([name]) => name.endsWith('portico.session')) ?? []
    const who = { userId: session?.user.id, amr: session?.amr ?? [] }
    standings.push({ kind: 'session', key, seat, ...who })
  }
  for (const { kind, headers } of tokens) {
    const session = await auth.session(headers, { scopes: ['read'] })
    const who = { userId: session?.user.id, amr: session?.amr ?? [] }
    standings.push({ kind, key: headers.get('authorization') ?? '', ...who })
  }
  return standings
}

const kept = ['password/hash', 'second-factor/totp']

async function waysOf({ storage }: Story, userId: string): Promise<string[]> {
  const accounts = await storage.listAccounts(userId)
  const passkeys = await storage.listAuthenticatorsByUserId(userId)
  const { items } = await storage.listItems({ userId })
  return [
    ...accounts.map(({ provider, providerAccountId }) => `${provider} ${providerAccountId}`),
    ...passkeys.map((passkey) => `key ${idOf(passkey)}`),
    ...items.filter(({ kind }) => kept.includes(kind)).map(({ kind, id }) => `${kind} ${id}`),
  ]
}

/** True if a user is asked for a code, by what was looked at. */
export const isAsked = ({ ways }: Look, userId: string): boolean =>
  ways.get(userId)?.some((way) => way.startsWith('second-factor/totp')) ?? false

/** The id of a passkey as browsers write it; storages have its bytes in standard base64. */
export const idOf = ({ credentialID }: Authenticator): string =>
  Buffer.from(credentialID, 'base64').toString('base64url')
