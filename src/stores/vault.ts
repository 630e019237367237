import { fastestBox } from '../crypto/jwe-node.ts'
import { createSeal, type Seal } from '../crypto/seal.ts'
import { AuthError } from '../errors.ts'
import type { Account } from '../types/models.ts'
import type { StorageSettings } from '../types/storage.ts'

type Row = Record<string, unknown>

/** The fields of an account that give access to somebody's data at the platform, or are such data. */
const secretFields = ['access_token', 'refresh_token', 'id_token', 'accountName', 'extra'] as const

// Platforms' tokens may be JWEs, too; only this prefix marks ours.
const mark = 'sealed:'

type Key = Pick<Account, 'provider' | 'providerAccountId'>

/** Encrypts the secrets of accounts against anybody who reads the database. */
export interface Vault {
  lock(key: Key, row: Row): Promise<Row>
  unlock(key: Key, row: Row): Promise<Row>
}

/** The settings of a vault. `secrets` is called at each use, because they may come late. */
export interface VaultSettings {
  encrypt: boolean
  secrets(): readonly string[]
  warn(message: string): void
}

/**
 * A vault that seals with the first secret and opens with any. A sealed value is bound to its account and field, and cannot be moved to
 * another row. Values that were written without a vault are read as they are.
 */
export function createVault(settings: VaultSettings): Vault {
  let made: { for: readonly string[]; seal: Seal } | undefined
  const seal = (): Seal => {
    const secrets = settings.secrets()
    if (secrets.length === 0) throw noSecret()
    if (made?.for !== secrets)
      made = { for: secrets, seal: createSeal(secrets, 'account tokens', fastestBox) }
    return made.seal
  }
  const place = (key: Key, field: string) => [key.provider, key.providerAccountId, field].join('\n')

  return {
    async lock(key, row) {
      if (!settings.encrypt) return row
      const locked: Row = { ...row }
      for (const field of secretFields) {
        const value = row[field]
        if (value === undefined || value === null) continue
        locked[field] = mark + (await seal().seal({ place: place(key, field), value }))
      }
      return locked
    },
    async unlock(key, row) {
      const opened: Row = { ...row }
      for (const field of secretFields) {
        const value = row[field]
        if (typeof value !== 'string' || !value.startsWith(mark)) continue
        const claims = await seal().open(value.slice(mark.length))
        const ours = claims?.place === place(key, field)
        if (!ours) settings.warn(`The ${field} of an account cannot be opened: its secret is gone`)
        opened[field] = ours ? claims.value : null
      }
      return opened
    },
  }
}

/** Adds the secrets of earlier settings: of two applications that share a storage, each must open what the other sealed. */
export function mergeSecrets(
  settings: StorageSettings,
  before: StorageSettings | undefined,
): StorageSettings {
  return { ...settings, secrets: [...new Set([...settings.secrets, ...(before?.secrets ?? [])])] }
}

function noSecret(): AuthError {
  return new AuthError(
    'Configuration',
    'The storage has no secret to encrypt account tokens with',
    {
      field: 'secrets',
      hint: 'Auth() passes its secret on. Without it give `secrets`, or say `encryptTokens: false`.',
    },
  )
}
