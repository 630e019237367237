import { part as betterAuth } from '../../better-auth/kind.ts'
import { readSecrets } from '../../config/secrets.ts'
import type { Config } from '../../config.ts'
import { fastestBox } from '../../crypto/jwe-node.ts'
import { createSeal, type Seal } from '../../crypto/seal.ts'
import { requireItems } from '../../identity/item-kinds.ts'
import { itemPurpose } from '../../identity/sealed-item.ts'
import { part as operators } from '../../operators/impersonation.ts'
import type { ResolvedPassword } from '../../password/resolved.ts'
import { part as secondFactor } from '../../second-factor/kinds.ts'
import type { Storage } from '../../types/storage.ts'
import type { Opened } from '../application-storage.ts'
import { usageError } from '../command.ts'

/** The application to import into, as far as an import needs it. */
export interface Target {
  readonly storage: Storage
  /** Seals the secrets of items with the newest secret of the application. */
  readonly seal: Seal
  readonly now: number
  readonly maxAge: number
  readonly providers: Config['providers']
  readonly password: ResolvedPassword | undefined
  /** The id of the provider of passkeys. */
  readonly passkeys: string | undefined
  readonly hasSecondFactor: boolean
  /** True if the application enforces blocks. */
  readonly hasOperators: boolean
  readonly inheritsSessions: boolean
  /** True for a dry run: nothing is written, but the report is the same. */
  readonly dry: boolean
  /** True if the tables do not exist yet, and so no user. */
  readonly isEmpty: boolean
}

/** Opens the storage of an application for an import, and creates its tables; a dry run only looks. */
export async function openTarget(
  { config, written, env, production }: Pick<Opened, 'config' | 'written' | 'env' | 'production'>,
  dry: boolean,
): Promise<Target> {
  const { storage, providers, parts, session } = config
  if (!storage) throw usageError('The application has no storage: pass `database` to Auth()')
  requireItems(storage)
  const secrets = readSecrets(written.secret, env, production)
  storage.configure?.({ secrets, now: Date.now })
  const all = [...providers.values()]
  return {
    storage,
    seal: createSeal(secrets.slice(0, 1), itemPurpose, fastestBox),
    now: Date.now(),
    maxAge: session.maxAge,
    providers,
    password: all.find(({ type }) => type === 'password') as ResolvedPassword | undefined,
    passkeys: all.find(({ type }) => type === 'webauthn')?.id,
    hasSecondFactor: parts.some(({ name }) => name === secondFactor),
    hasOperators: parts.some(({ name }) => name === operators),
    inheritsSessions: parts.some(({ name }) => name === betterAuth),
    dry,
    isEmpty: (await prepareTables(storage, dry)) && dry,
  }
}

/** Creates the tables. True if there were some to create. */
async function prepareTables(storage: Storage, print: boolean): Promise<boolean> {
  if (!('migrate' in storage) || typeof storage.migrate !== 'function') return false
  const statements: readonly string[] = await storage.migrate({ print })
  return statements.length > 0
}
