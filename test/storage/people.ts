import type { StoredItem } from '../../src/types/item.ts'
import type { Authenticator, Storage, StoredAccount, StoredUser } from '../../src/types/storage.ts'

/** A first sign-in as the engine does it: look, create in one transaction, look again after a conflict. */
export async function signIn(
  storage: Required<Storage>,
  who: { email: string; provider: string; providerAccountId: string },
): Promise<string> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const known = await storage.getUserByAccount(who)
    if (known) return known.id
    try {
      return await storage.transaction(async (inside) => {
        const user = await present(inside).createUser(newUser({ email: who.email }))
        await present(inside).linkAccount({ ...newAccount(user.id), ...pick(who) })
        return user.id
      })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'StorageConflict'))
        throw error
    }
  }
  throw new Error('Still no user after five attempts')
}

/** A storage whose every method is there; one that is not fails by its name. */
export function present(storage: Storage): Required<Storage> {
  const missing = (name: PropertyKey) => () => {
    throw new Error(`The storage has no method ${String(name)}`)
  }
  return new Proxy(storage, {
    get: (target, name) => Reflect.get(target, name) ?? missing(name),
  }) as Required<Storage>
}

/** Text that no other test uses. */
export function unique(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

/** A user as the engine would create one. */
export function newUser(more: Partial<StoredUser> = {}): StoredUser {
  return {
    id: crypto.randomUUID(),
    name: 'Somebody',
    email: `${unique()}@a.test`,
    image: null,
    emailVerified: null,
    ...more,
  }
}

/** An account as the engine would link one. */
export function newAccount(userId: string): StoredAccount {
  return { userId, provider: 'platform', providerAccountId: unique(), type: 'oauth' }
}

/** A session as the engine would create one. */
export function newSession(userId: string): {
  sessionToken: string
  userId: string
  expires: Date
} {
  return { sessionToken: unique(), userId, expires: new Date('2030-05-06T07:08:09.012Z') }
}

function pick({ provider, providerAccountId }: { provider: string; providerAccountId: string }) {
  return { provider, providerAccountId }
}

/** A passkey as the engine would keep one. */
export function newPasskey(userId: string): Authenticator {
  return {
    credentialID: unique(),
    userId,
    providerAccountId: unique(),
    credentialPublicKey: 'a2V5',
    counter: 0,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal,hybrid',
  }
}

/** An item as a part would keep one. */
export function newItem(more: Partial<StoredItem> = {}): StoredItem {
  return {
    id: crypto.randomUUID(),
    kind: 'recovery code',
    lookup: unique(),
    userId: null,
    data: {},
    sealed: null,
    version: 1,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    lastUsedAt: null,
    expires: null,
    ...more,
  }
}

/** Does the same so many times at once. */
export function many<T>(count: number, work: () => T | PromiseLike<T>): Promise<Awaited<T>[]> {
  return Promise.all(Array.from({ length: count }, work))
}
