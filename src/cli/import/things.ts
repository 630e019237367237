import { inheritedSession, lookupOf } from '../../better-auth/kind.ts'
import { foreignHashes } from '../../foreign-hashes/foreign-hashes.ts'
import { fromStored, toStored } from '../../passkeys/encoding.ts'
import { idWithoutHandle } from '../../passkeys/imported-without-handle.ts'
import { readIdentifier } from '../../password/identifier.ts'
import { passwordHash, username } from '../../password/kinds.ts'
import { toBase32 } from '../../second-factor/base32.ts'
import { importedKey } from '../../second-factor/import.ts'
import { recoveryCode, totp } from '../../second-factor/kinds.ts'
import { lookupOfCode } from '../../second-factor/recovery-codes.ts'
import { readHash } from '../../services/password-hash.ts'
import type { Storage, StoredAccount } from '../../types/storage.ts'
import type { ImportedPerson, Thing } from './person.ts'
import { putItem } from './put-item.ts'
import type { Target } from './target.ts'

/** A thing of a person that can be imported. */
export interface PersonPart {
  readonly thing: Thing
  /** Unique among the person's things. */
  readonly key: string
  /** Set if the application cannot use it. */
  readonly reason?: string | undefined
  /** Writes it. Returns `taken`, `known` if it exists, or the reason why it cannot be imported. */
  write(storage: Storage, user: { id: string }): Promise<string>
}

/** All things of a person besides name and address. Those that protect them are written first, so that a way in never lacks them. */
export function partsOf(
  target: Target,
  person: ImportedPerson,
): { protects: PersonPart[]; opens: PersonPart[] } {
  return {
    protects: secondFactor(target, person),
    opens: [
      ...accounts(target, person),
      ...password(target, person),
      ...passkeys(target, person),
      ...sessions(target, person),
    ],
  }
}

const said = (isNew: boolean) => (isNew ? 'taken' : 'known')

function accounts(target: Target, { accounts = [] }: ImportedPerson): PersonPart[] {
  return accounts.map((account) => ({
    thing: 'account',
    key: `account ${account.provider} ${account.providerAccountId}`,
    async write(storage, { id: userId }) {
      const { provider, providerAccountId } = account
      const owner = target.isEmpty
        ? null
        : await storage.getUserByAccount?.({ provider, providerAccountId })
      if (owner) return owner.id === userId ? 'known' : 'belongs to another user here'
      const type = target.providers.get(provider)?.type ?? 'oauth'
      const tokens = Object.entries(account).filter(([, value]) => value !== undefined)
      // The type is a method's name; the rest was read as texts and numbers.
      const linked = { ...Object.fromEntries(tokens), type, userId } as StoredAccount
      if (!target.dry) await storage.linkAccount?.(linked)
      return 'taken'
    },
  }))
}

function password(target: Target, person: ImportedPerson): PersonPart[] {
  const { password: hash, username: name } = person
  const provider = target.password
  const parts: PersonPart[] = []
  if (hash)
    parts.push({
      thing: 'password',
      key: 'password',
      reason: provider ? problemOf(hash) : 'the application has no Password provider',
      write: async (storage, { id: userId }) =>
        said(
          await putItem(target, storage, passwordHash, {
            ...{ lookup: userId, userId, data: {}, secret: hash },
          }),
        ),
    })
  if (name && provider?.identifier === 'username')
    parts.push({
      thing: 'username',
      key: `username ${name}`,
      async write(storage, { id: userId }) {
        const lookup = readName(provider, name)
        if (!lookup) return 'is no username here: 3 to 30 letters, digits, dots and hyphens'
        const isNew = await putItem(target, storage, username, { lookup, userId, data: {} })
        return isNew ? 'taken' : 'is taken by another user here'
      },
    })
  return parts
}

function readName(provider: NonNullable<Target['password']>, name: string): string | undefined {
  try {
    return readIdentifier(provider, { username: name })
  } catch {
    return undefined
  }
}

/** The reason why a hash cannot be used. Its text is never shown. */
function problemOf(hash: string): string | undefined {
  try {
    readHash(hash, foreignHashes)
    return undefined
  } catch (thrown) {
    const isCost = thrown instanceof Error && /costs too much to compute/.test(thrown.message)
    return isCost ? 'costs too much to compute' : 'is a hash of no library that is known'
  }
}

function secondFactor(
  target: Target,
  { totp: app, recoveryCodes = [] }: ImportedPerson,
): PersonPart[] {
  if (!app) return []
  // An invalid secret is refused before anything of the person is written.
  const secret = toBase32(importedKey(app.secret, app.form))
  return [
    {
      thing: 'totp',
      key: 'totp',
      write: async (storage, { id: userId }) =>
        said(
          await putItem(target, storage, totp, {
            ...{ lookup: userId, userId, data: { step: 0 }, secret },
          }),
        ),
    },
    ...recoveryCodes.map(
      (code, place): PersonPart => ({
        thing: 'recoveryCode',
        key: `recovery code ${place}`,
        write: async (storage, { id: userId }) => {
          const lookup = await lookupOfCode(userId, code)
          return said(await putItem(target, storage, recoveryCode, { lookup, userId, data: {} }))
        },
      }),
    ),
  ]
}

function passkeys(target: Target, { passkeys = [] }: ImportedPerson): PersonPart[] {
  const provider = target.passkeys
  return passkeys.map(({ credentialID: id, publicKey, deviceType, backedUp, ...passkey }) => {
    const credentialID = toStored(fromStored(id))
    return {
      thing: 'passkey',
      key: `passkey ${credentialID}`,
      reason: provider ? undefined : 'the application has no Passkey provider',
      async write(storage, { id: userId }) {
        const before = target.isEmpty ? null : await storage.getAuthenticator?.(credentialID)
        if (before) return before.userId === userId ? 'known' : 'belongs to another user here'
        if (target.dry) return 'taken'
        const providerAccountId = idWithoutHandle(credentialID)
        const account = { provider: provider ?? '', providerAccountId }
        // A run that was stopped at this point has written it.
        if (target.storage.transaction || !(await storage.getUserByAccount?.(account)))
          await storage.linkAccount?.({ ...account, userId, type: 'webauthn' })
        await storage.createAuthenticator?.({
          ...{ credentialID, userId, providerAccountId, counter: passkey.counter },
          credentialPublicKey: toStored(fromStored(publicKey)),
          ...{ credentialDeviceType: deviceType, credentialBackedUp: backedUp },
          ...{ transports: passkey.transports ?? null, name: passkey.name ?? 'Passkey' },
          ...(passkey.createdAt && { createdAt: passkey.createdAt }),
        })
        return 'taken'
      },
    }
  })
}

function sessions(target: Target, { sessions = [] }: ImportedPerson): PersonPart[] {
  const { now, maxAge } = target
  return sessions.map(({ token, expires, createdAt }) => ({
    thing: 'session',
    key: `session ${token}`,
    reason: target.inheritsSessions
      ? undefined
      : 'ends, because FromBetterAuth() is not among the parts of the application',
    write: async (storage, { id: userId }) => {
      if (expires.getTime() <= now) return 'has ended'
      // It lasts no longer than a session that begins today.
      const end = new Date(Math.min(expires.getTime(), now + maxAge * 1000))
      const authTime = Math.floor(createdAt.getTime() / 1000)
      const lookup = await lookupOf(token)
      const data = { authTime, replaced: 0 }
      return said(
        await putItem(target, storage, inheritedSession, { lookup, userId, data, expires: end }),
      )
    },
  }))
}
