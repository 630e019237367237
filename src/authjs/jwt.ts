import { readCookies } from '../config/cookies.ts'
import { environment, isProduction } from '../config/environment.ts'
import { isGuessable } from '../config/guessable.ts'
import { fastestBox } from '../crypto/jwe-node.ts'
import { uuid } from '../crypto/random.ts'
import { type Claims, createSeal, type Seal } from '../crypto/seal.ts'
import { type CookieSearch, readCookie, readUnrepeated, readWhole } from '../http/cookies.ts'
import { publicOrigin } from '../http/origin.ts'
import { type RequestSource, readHeader } from '../http/request-source.ts'
import { isNumericDate } from '../services/numeric-date.ts'
import type { AuthConfig } from '../types/config.ts'
import type { JWT } from '../types/models.ts'
import { endOfDay, isFromBefore, sinceVariable } from './day-of-move.ts'
import { appUrl, environmentSecrets } from './environment.ts'
import { MissingSecret } from './errors.ts'
import { isJwe, openJwe, sealJwe, version4, version5 } from './jwe.ts'
import { type AuthjsCookie, findSessionCookie, usualNames } from './session-cookies.ts'
import { readToken } from './token.ts'

export type { DefaultJWT, JWT } from '../types/models.ts'

/** A secret, or several: the first encrypts, all decrypt. */
type Secret = string | readonly string[]

/** The contents of a new token, and the secret. */
export interface JWTEncodeParams {
  token?: JWT | undefined
  secret: Secret
  /** The name of the token's cookie, as in version 5. Without it, the token is one of version 4. */
  salt?: string | undefined
  /** Seconds. Default 30 days. */
  maxAge?: number | undefined
}

/** A token and the secret that opens it. */
export interface JWTDecodeParams {
  token?: string | undefined
  secret: Secret
  salt?: string | undefined
}

/** The request, and how to find and decrypt its token. */
export interface GetTokenParams<R extends boolean = false> {
  req: RequestSource
  /** Default: AUTH_SECRET, AUTH_SECRET_1 … _3 and NEXTAUTH_SECRET. */
  secret?: Secret | undefined
  /** Auth.js's `cookies.sessionToken.name`, if set. The usual names are tried, too. */
  cookieName?: string | undefined
  /** `cookies` of the configuration, if it has a prefix or a domain: the session cookie's name depends on them. */
  cookies?: AuthConfig['cookies']
  /** True: reads only cookies named `__Secure-` or `__Host-`. Default: true if the application is at an https address. */
  secureCookie?: boolean | undefined
  salt?: string | undefined
  /** The day on which Auth.js was replaced: tokens issued later are refused. Default: AUTH_FROM_AUTHJS_SINCE. */
  since?: string | undefined
  /** `session.maxAge` of the configuration, in seconds: no session of Auth.js lasts longer than that after `since`. Default 30 days. */
  maxAge?: number | undefined
  /** True: returns the token instead of its claims. */
  raw?: R | undefined
}

const day = 86_400

/** Makes a token in Auth.js's form. A cookie with such a token is replaced by ours when a response is written. */
export async function encode(params: JWTEncodeParams): Promise<string> {
  const { token = {}, secret, salt = '', maxAge = 30 * day } = params
  const [first] = [secret].flat()
  if (!first) throw new MissingSecret('A token needs a secret')
  const iat = Math.floor(Date.now() / 1000)
  const claims = { ...token, iat, exp: iat + maxAge, jti: uuid() }
  return sealJwe(claims, first, salt, salt ? version5 : version4)
}

/** The claims of a token of Auth.js or Portico; null if it has expired, was changed, or was made with another secret. */
export async function decode({ token, secret, salt }: JWTDecodeParams): Promise<JWT | null> {
  if (!token) return null
  const secrets = [secret].flat().filter(Boolean)
  const theirs = async () => (isJwe(token) ? openJwe(token, secrets, salt ?? '') : undefined)
  const claims = (await sealFor(secrets, 'session').open(token)) ?? (await theirs())
  return claims && isAlive(claims) ? claims : null
}

/**
 * The claims of a request's session cookie, for code that has no `auth` at hand, such as a middleware. Null with database sessions, as in
 * Auth.js. It asks no database, so a session that was ended elsewhere still counts; `auth` refuses it.
 *
 * @example
 * const token = await getToken({ req: request })
 */
export async function getToken<R extends boolean = false>(
  params: GetTokenParams<R>,
): Promise<(R extends true ? string : JWT) | null> {
  const env = environment()
  const given = [params.secret ?? environmentSecrets(env)].flat().filter(Boolean)
  if (given.length === 0) throw new MissingSecret('getToken() needs AUTH_SECRET, or `secret`')
  const secrets = given.filter((one) => !isProduction(env, undefined) || !isGuessable(one, true))
  const header = cookieHeader(params.req)
  const { session } = readCookies(params.cookies)(isSecure(params, header))
  const endedIn = readCookie(header, `${session.name}-ended`)
  const { value, claims } = await findToken(params, header, session, secrets)
  if (!claims || (await isEnded(endedIn, claims, secrets))) return null
  // With `raw`, the caller asked for the text.
  return (params.raw ? value : claims) as R extends true ? string : JWT
}

/** The Cookie header of a request. Some callers pass no headers, only the cookies that Next has parsed. */
function cookieHeader(req: RequestSource & { cookies?: unknown }): string {
  const header = readHeader(req, 'cookie')
  if (header !== undefined || 'headers' in req || typeof req.cookies !== 'object')
    return header ?? ''
  const pairs = Object.entries(Object(req.cookies)).filter(([, value]) => typeof value === 'string')
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('; ')
}

interface Found {
  value?: string
  claims?: JWT | undefined
}

/** The token from our cookie or, without one, from that of Auth.js, as in the engine. Only `getToken` reads bearer tokens, too. */
async function findToken(
  params: GetTokenParams<boolean>,
  header: string,
  session: CookieSearch,
  secrets: readonly string[],
): Promise<Found> {
  const { req, cookieName, salt } = params
  if (readWhole(header, session.name)) {
    const value = readUnrepeated(header, session)
    return value === undefined ? {} : { value, claims: await openOwn(value, secrets) }
  }
  const chosen = cookieName === undefined ? [] : [cookieName]
  const theirs = findSessionCookie(header, isSecure(params, header), chosen) ?? bearer(req)
  if (!theirs) return {}
  const { name, value } = theirs
  const own = name === '' ? await openOwn(value, secrets) : undefined
  if (own) return { value, claims: own }
  // A bearer token may be from any cookie, and version 5 derives its key from the cookie's name.
  const salts = salt !== undefined ? [salt] : name === '' ? ['', ...usualNames] : [name]
  for (const one of salts) {
    const claims = await openTheirs({ name: one, value }, params, secrets)
    if (claims) return { value, claims }
  }
  return { value }
}

async function openOwn(value: string, secrets: readonly string[]): Promise<JWT | undefined> {
  const claims = await sealFor(secrets, 'session').open(value)
  return claims && isAlive(claims, 0) ? claims : undefined
}

/** The claims of an Auth.js token from before the move. */
async function openTheirs(
  cookie: AuthjsCookie,
  { since = environment()[sinceVariable], maxAge = 30 * day }: GetTokenParams<boolean>,
  secrets: readonly string[],
): Promise<JWT | undefined> {
  const now = Date.now()
  const move = { end: endOfDay(since, now), maxAge }
  const token = isJwe(cookie.value) ? await readToken(cookie, secrets) : undefined
  return token && isAlive(token, 0) && isFromBefore(token, move, now) ? token : undefined
}

/** True if visitors use https, decided as in the engine. Failing that, a proxy's header or a cookie that only https can set suffices. */
function isSecure(
  { req, secureCookie, cookies }: GetTokenParams<boolean>,
  header: string,
): boolean {
  if (secureCookie !== undefined) return secureCookie
  const env = environment()
  const url = appUrl(env)
  if (url) return url.startsWith('https:')
  const trustHost =
    /^(true|1)$/.test(env.AUTH_TRUST_HOST ?? '') || Boolean(env.VERCEL || env.CF_PAGES)
  return (
    publicOrigin({ origin: undefined, trustHost }, req).startsWith('https:') ||
    readHeader(req, 'x-forwarded-proto')?.split(',').at(-1)?.trim() === 'https' ||
    readWhole(header, readCookies(cookies)(true).session.name) !== undefined
  )
}

/** RFC 6750 §2.1. Other schemes carry other credentials. */
function bearer(req: RequestSource): AuthjsCookie | undefined {
  const [, value] = /^Bearer ([\w.~+/%-]+=*)$/.exec(readHeader(req, 'authorization') ?? '') ?? []
  return value ? { name: '', value: decoded(value) } : undefined
}

/** Auth.js accepts a URL-encoded token. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** True if the session has ended in this browser, even if a late response brought its cookie back. */
async function isEnded(
  sealed: string | undefined,
  { jti }: JWT,
  secrets: readonly string[],
): Promise<boolean> {
  if (!sealed || !jti) return false
  return Object.hasOwn((await sealFor(secrets, 'ended').open(sealed)) ?? {}, jti)
}

/** The clock skew that Auth.js allows. */
const toleranceSeconds = 15

function isAlive({ exp }: Claims, tolerance = toleranceSeconds): boolean {
  return isNumericDate(exp) && exp + tolerance > Date.now() / 1000
}

const seals = new Map<string, Seal>()
const maxSeals = 20

/** A seal for these secrets, whose keys are derived once. */
function sealFor(secrets: readonly string[], purpose: string): Seal {
  const id = JSON.stringify([purpose, ...secrets])
  const seal = seals.get(id) ?? createSeal(secrets, purpose, fastestBox)
  if (seals.size >= maxSeals) seals.clear()
  seals.set(id, seal)
  return seal
}
