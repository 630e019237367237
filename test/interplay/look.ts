import type { TestBrowser } from '../../src/testing.ts'
import type { Authenticator, StoredUser } from '../../src/types/storage.ts'
import { bearing, type Seat, type Story, type Token } from './story.ts'

/** Whom a browser or a key stands for, and by what. */
export interface Standing {
  readonly kind: 'session' | 'impersonation' | Token['kind']
  readonly userId: string | undefined
  /** The operator who acts as the user. */
  readonly actor?: string
  /** The token, if it is one. */
  readonly id?: number
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
  const { users } = await story.storage.listUsers({}, { limit: 100 })
  const ways = new Map<string, string[]>()
  for (const { id } of users) ways.set(id, await waysOf(story, id))
  return {
    standings: await standingsOf(story),
    users: new Map(users.map((user) => [user.id, user])),
    ways,
  }
}

/** Of each browser its own session, and whom it acts as; then the tokens. The places never change. */
async function standingsOf({ auth, seats, tokens }: Story): Promise<Standing[]> {
  const standings: Standing[] = []
  for (const seat of seats) {
    const { browser } = seat
    const own = await auth.session(withoutActing(browser))
    const [, key = ''] = [...browser.cookies].find(([name]) => name.endsWith('.session')) ?? []
    standings.push({ kind: 'session', key, seat, userId: own?.user.id, amr: own?.amr ?? [] })
    const seen = await auth.session(browser.headers)
    const acting = seen?.actor && { userId: seen.user.id, actor: seen.actor.id ?? '' }
    const none = { userId: undefined }
    standings.push({
      ...{ kind: 'impersonation', key: actingKey(browser), amr: seen?.amr ?? [], seat },
      ...(acting ?? none),
    })
  }
  for (const { kind, id, key } of tokens) {
    const session = await auth.session(bearing(key), { scopes: ['read'] })
    const who = { userId: session?.user.id, amr: session?.amr ?? [] }
    standings.push({ kind, id, key: `${id}`, ...who })
  }
  return standings
}

const suffix = '-acting'

/** The key by which a browser acts as somebody else. */
export const actingKey = ({ cookies }: TestBrowser): string =>
  [...cookies].find(([name]) => name.endsWith(suffix))?.[1] ?? ''

/** The headers of a browser as they would be if its operator acted as nobody. */
function withoutActing({ cookies }: TestBrowser): Headers {
  const own = [...cookies].filter(([name]) => !name.endsWith(suffix))
  return new Headers({ cookie: own.map(([name, value]) => `${name}=${value}`).join('; ') })
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
