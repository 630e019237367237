import type { App } from '../../app.ts'
import type { Config } from '../../config.ts'
import { sha256 } from '../../crypto/hash.ts'
import { random } from '../../crypto/random.ts'
import { AuthError } from '../../errors.ts'
import type { VerificationToken } from '../../types/storage.ts'
import type { ResolvedEmail } from './resolved.ts'

type Provider = ResolvedEmail

/** The one use of a token: an address, and whether somebody signs in or a signed-in user adds the address. */
export interface Purpose {
  address: string
  /** The user who adds the address. */
  link?: string
}

/** 128 bits in base64url; what is shorter was meant for people to type. */
const minTokenLength = 22

/** A new secret for a link. */
export async function newToken({ id, generateVerificationToken }: Provider): Promise<string> {
  const token = (await generateVerificationToken?.()) ?? random(32)
  if (token.length >= minTokenLength) return token
  throw new AuthError(
    'Configuration',
    'generateVerificationToken returned a token that can be guessed',
    {
      provider: id,
      field: 'generateVerificationToken',
      hint: 'Return at least 128 random bits. A six-digit code is in every mail anyway.',
    },
  )
}

/** Keeps a token, by its hash. Nobody who reads the storage can sign in with it. */
export async function keepToken(
  { storage }: Config,
  provider: Provider,
  purpose: Purpose,
  token: { hash: string; expires: Date },
): Promise<void> {
  if (!storage?.createVerificationToken) throw unable(provider)
  const { hash, expires } = token
  const identifier = await tokenIdentifier(provider, purpose)
  await storage.createVerificationToken({ identifier, token: hash, expires })
}

/** Uses a token up; of many who try at once one succeeds. Link and code of a mail share it: only one of them works. */
export async function redeemToken(
  { config: { storage }, services }: App,
  provider: Provider,
  purpose: Purpose,
  hash: string,
): Promise<void> {
  if (!storage?.useVerificationToken) throw unable(provider)
  const identifier = await tokenIdentifier(provider, purpose)
  const found = await storage.useVerificationToken({ identifier, token: hash })
  assertGood(provider, found, services.now())
}

/** Refuses a token that was used or has expired, and uses none up. A storage that cannot show one lets it pass: using it decides. */
export async function assertUsable(
  { config: { storage }, services }: App,
  provider: Provider,
  purpose: Purpose,
  hash: string,
): Promise<void> {
  if (!storage?.getVerificationToken) return
  const identifier = await tokenIdentifier(provider, purpose)
  const found = await storage.getVerificationToken({ identifier, token: hash })
  assertGood(provider, found, services.now())
}

function assertGood(provider: Provider, found: VerificationToken | null, now: number): void {
  if (found && new Date(found.expires).getTime() > now) return
  const why = found ? 'The token has expired' : 'The token is unknown or was used'
  throw new AuthError('Verification', why, { provider: provider.id })
}

/** The name that a token is kept under: it is of no use for another address, provider or purpose. */
async function tokenIdentifier({ id }: Provider, { address, link }: Purpose): Promise<string> {
  const parts = link === undefined ? ['sign in', id, address] : ['connect', id, address, link]
  return sha256(JSON.stringify(parts))
}

function unable({ id }: Provider): AuthError {
  return new AuthError('Unsupported', 'The storage cannot keep one-time tokens', { provider: id })
}
