import type { App } from '../app.ts'
import { AuthError } from '../errors.ts'
import { typedCode } from '../http/typed-code.ts'
import { qrSvg } from '../pages/qr.ts'
import type { User } from '../types/models.ts'
import type { TotpSetup } from '../types/second-factor.ts'
import { fromBase32, toBase32 } from './base32.ts'
import { clockError, matchingStep } from './totp.ts'
import type { ProvenApp } from './totp-factor.ts'

/** RFC 4226 §4: 160 bits. */
const keyBytes = 20

const setupSeconds = 600

/** The content of a setup's sealed text. */
interface HeldSetup {
  userId: string
  secret: string
  /** Seconds since 1970. */
  expires: number
}

/** A secret for a new app. Nothing of it is stored: the browser brings it back, sealed, with the code that proves it. */
export async function beginSetup(
  app: App,
  user: Pick<User, 'name' | 'email'> & { id: string },
  issuer: string,
): Promise<TotpSetup> {
  const secret = toBase32(crypto.getRandomValues(new Uint8Array(keyBytes)))
  const held: HeldSetup = { userId: user.id, secret, expires: nowOf(app) + setupSeconds }
  const setup = await seal(app).seal({ ...held })
  return { ...describe(secret, user, issuer), setup }
}

/** The same setup again, for somebody whose code was wrong. */
export async function repeatSetup(
  app: App,
  user: Pick<User, 'name' | 'email'> & { id: string },
  issuer: string,
  setup: unknown,
): Promise<TotpSetup> {
  const { secret } = await openSetup(app, user.id, setup)
  return { ...describe(secret, user, issuer), setup: String(setup) }
}

/** The app, if the code is one of its. */
export async function proveSetup(
  app: App,
  userId: string,
  { setup, code }: { setup: unknown; code: unknown },
): Promise<ProvenApp> {
  const { secret } = await openSetup(app, userId, setup)
  const key = fromBase32(secret) ?? new Uint8Array()
  const typed = typedCode(String(code))
  const step = await matchingStep(key, typed, nowOf(app))
  if (step !== undefined) return { secret, step }
  // Whoever sets an app up has seen the secret: there is nothing to guess.
  const seconds = await clockError(key, typed, nowOf(app))
  throw new AuthError('Verification', 'The code is not one of the app that is being set up', {
    field: 'code',
    reason: seconds === undefined ? undefined : `clock-${Math.ceil(Math.abs(seconds) / 60)}`,
  })
}

async function openSetup(app: App, userId: string, setup: unknown): Promise<HeldSetup> {
  const claims = typeof setup === 'string' ? await seal(app).open(setup) : undefined
  // Only `beginSetup` seals for this purpose.
  const held = claims as HeldSetup | undefined
  if (held?.userId === userId && held.expires > nowOf(app)) return held
  throw new AuthError('FlowExpired', 'Setting up the app took longer than ten minutes')
}

/** https://github.com/google/google-authenticator/wiki/Key-Uri-Format: a colon parts the issuer from the account. */
function describe(
  secret: string,
  { name, email, id }: Pick<User, 'name' | 'email'> & { id: string },
  issuer: string,
): Omit<TotpSetup, 'setup'> {
  const label = `${short(issuer)}:${short(email || name || id)}`
  const url = `otpauth://totp/${label}?secret=${secret}&issuer=${short(issuer)}`
  return { secret, url, svg: qrSvg(url) }
}

/** Two names and the secret fit into a QR code that every camera reads; a name is cut between two characters. */
const nameBytes = 90

function short(name: string): string {
  let written = ''
  for (const character of name.replaceAll(':', ' ')) {
    const longer = written + encodeURIComponent(character)
    if (longer.length > nameBytes) break
    written = longer
  }
  return written
}

function seal({ services }: App) {
  return services.seal('second-factor setup')
}

function nowOf({ services }: App): number {
  return Math.floor(services.now() / 1000)
}
