import { environment } from '../config/environment.ts'
import { uuid } from '../crypto/random.ts'
import { type Claims, createSeal, type Seal } from '../crypto/seal.ts'
import { cookiesNamed, readWhole } from '../http/cookies.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { isNumericDate } from '../services/numeric-date.ts'
import type { JWT } from '../types/models.ts'
import { appUrl, environmentSecrets } from './environment.ts'
import { MissingSecret } from './errors.ts'
import { isJwe, openJwe, sealJwe, version4, version5 } from './jwe.ts'
import { findSessionCookie } from './session-cookies.ts'

export type { JWT } from '../types/models.ts'

/** The secret, or several: the first one seals, all of them open. */
type Secret = string | readonly string[]

/** What a token is made of. */
export interface JWTEncodeParams {
  token?: JWT | undefined
  secret: Secret
  /** The name of the cookie, as version 5 wants it; without one, the token is one of version 4. */
  salt?: string | undefined
  /** Seconds. Default 30 days. */
  maxAge?: number | undefined
}

/** What a token is read with. */
export interface JWTDecodeParams {
  token?: string | undefined
  secret: Secret
  salt?: string | undefined
}

/** Where the token of a request is looked for. */
export interface GetTokenParams<R extends boolean = false> {
  req: RequestSource
  /** Default: AUTH_SECRET, AUTH_SECRET_1 … _3 and NEXTAUTH_SECRET. */
  secret?: Secret | undefined
  /** A name that the application gave its session cookie, besides ours and the usual ones of Auth.js. */
  cookieName?: string | undefined
  /** Whether only names count that browsers protect. Default: whether the application is at an https address. */
  secureCookie?: boolean | undefined
  salt?: string | undefined
  /** The token as it is, instead of what it says. */
  raw?: R | undefined
}

const day = 86_400

/** Makes a token as Auth.js makes it. Cookies with such tokens are replaced by ours when a response is written. */
export async function encode(params: JWTEncodeParams): Promise<string> {
  const { token = {}, secret, salt = '', maxAge = 30 * day } = params
  const [first] = [secret].flat()
  if (!first) throw new MissingSecret('A token needs a secret')
  const iat = Math.floor(Date.now() / 1000)
  const claims = { ...token, iat, exp: iat + maxAge, jti: uuid() }
  return sealJwe(claims, first, salt, salt ? version5 : version4)
}

/** What a token says, whether Auth.js or Portico made it; null when it has expired, was changed, or the secret is another one. */
export async function decode({ token, secret, salt }: JWTDecodeParams): Promise<JWT | null> {
  if (!token) return null
  const secrets = [secret].flat().filter(Boolean)
  const theirs = async () => (isJwe(token) ? openJwe(token, secrets, salt ?? '') : undefined)
  const claims = (await sealFor(secrets, 'session').open(token)) ?? (await theirs())
  return claims && isAlive(claims) ? claims : null
}

/**
 * What the session cookie of a request says, for code that has no `auth` at hand, such as a middleware. Null with database sessions, as
 * in Auth.js.
 *
 * @example
 * const token = await getToken({ req: request })
 */
export async function getToken<R extends boolean = false>(
  params: GetTokenParams<R>,
): Promise<(R extends true ? string : JWT) | null> {
  const { req, raw, cookieName, salt } = params
  const secrets = [params.secret ?? environmentSecrets(environment())].flat().filter(Boolean)
  if (secrets.length === 0) throw new MissingSecret('getToken() needs AUTH_SECRET, or `secret`')
  const secure = params.secureCookie ?? appUrl(environment())?.startsWith('https:') ?? false
  const header = readHeader(req, 'cookie') ?? ''
  const chosen = cookieName === undefined ? [] : [cookieName]
  const own = await ownToken(header, secure, secrets)
  const found = own ?? findSessionCookie(header, secure, chosen) ?? bearer(req)
  if (!found) return null
  const claims = await decode({ token: found.value, secret: secrets, salt: salt ?? found.name })
  if (!claims || (await isEnded(header, own?.name, claims, secrets))) return null
  // With `raw`, the caller asked for the text.
  return (raw ? found.value : claims) as R extends true ? string : JWT
}

interface Found {
  name: string
  value: string
}

/** Our own cookie under any prefix that is not another application's: it opens, or it is not ours. */
async function ownToken(
  header: string,
  secure: boolean,
  secrets: readonly string[],
): Promise<Found | undefined> {
  for (const name of ['__Host-portico.session', ...sharedNames(header, secure)]) {
    const value = readWhole(header, name)
    if (value && (await sealFor(secrets, 'session').open(value))) return { name, value }
  }
  return undefined
}

/** A session that subdomains share has their domain in its name. */
function sharedNames(header: string, secure: boolean): Set<string> {
  const starts = ['__Secure-portico.', ...(secure ? [] : ['portico.'])]
  const found = starts.flatMap((start) => [...cookiesNamed(header, start).keys()])
  const wholes = found.map((name) => name.replace(/\.\d+$/, ''))
  return new Set(wholes.filter((name) => name.endsWith('.session')))
}

/** RFC 6750 §2.1. What follows another word is another kind of credentials. */
function bearer(req: RequestSource): Found | undefined {
  const [, value] = /^Bearer ([\w.~+/-]+=*)$/.exec(readHeader(req, 'authorization') ?? '') ?? []
  return value ? { name: '', value } : undefined
}

/** A session that ended in this browser stays ended, whatever a late response brought back. */
async function isEnded(
  header: string,
  name: string | undefined,
  { jti }: JWT,
  secrets: readonly string[],
): Promise<boolean> {
  const sealed = name && readWhole(header, `${name}-ended`)
  if (!sealed || !jti) return false
  return Object.hasOwn((await sealFor(secrets, 'ended').open(sealed)) ?? {}, jti)
}

/** Auth.js lets clocks differ by so much. */
const toleranceSeconds = 15

function isAlive({ exp }: Claims): boolean {
  return isNumericDate(exp) && exp + toleranceSeconds > Date.now() / 1000
}

const seals = new Map<string, Seal>()
const maxSeals = 20

/** A seal for these secrets, whose keys are derived once. */
function sealFor(secrets: readonly string[], purpose: string): Seal {
  const id = JSON.stringify([purpose, ...secrets])
  const seal = seals.get(id) ?? createSeal(secrets, purpose)
  if (seals.size >= maxSeals) seals.clear()
  seals.set(id, seal)
  return seal
}
