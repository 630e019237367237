import { equal } from '../crypto/compare.ts'
import { random } from '../crypto/random.ts'
import type { Seal } from '../crypto/seal.ts'
import { AuthError } from '../errors.ts'
import type { Body } from './body.ts'
import type { CookieJar } from './cookie-jar.ts'
import { requestSite } from './request-site.ts'
import { type RequestSource, readHeader } from './request-source.ts'

/** The facts about a request that the checks of this file need. */
interface CsrfContext {
  readonly config: { readonly actingOrigins: readonly string[] }
  readonly services: { seal(purpose: string): Seal }
  readonly request: Request
  readonly origin: string
  readonly cookies: CookieJar
  readonly form?: Body | undefined
  remember?: boolean | undefined
  body(): Promise<Body>
}

/**
 * The body of a POST, after a check that the application's own page, or a program with the CSRF token, sent it. Any form may say whether
 * the person wants to stay signed in.
 */
export async function readForm(context: CsrfContext): Promise<Body> {
  const body = context.form ?? (await readOwnBody(context))
  const { remember } = body
  if (remember !== undefined) context.remember = /^(true|on|yes|1)$/.test(String(remember))
  return body
}

async function readOwnBody(context: CsrfContext): Promise<Body> {
  const { config, request, origin } = context
  const site = requestSite(request, origin, config.actingOrigins)
  if (site === 'other') throw crossSiteError(request, origin)
  const body = await context.body()
  if (site === 'same') return body
  const expected = await knownToken(context)
  const { csrfToken } = body
  if (expected && typeof csrfToken === 'string' && equal(csrfToken, expected)) return body
  throw new AuthError(
    'CrossSite',
    'The request says neither where it comes from nor a valid csrfToken',
    { field: 'csrfToken' },
  )
}

/** The error for a request that a page of another site sent. */
export function crossSiteError(source: RequestSource, origin: string): AuthError {
  const from = readHeader(source, 'origin')
  const sent = from && from !== 'null' && from !== origin ? from : undefined
  return new AuthError(
    'CrossSite',
    sent
      ? `The form came from ${sent.slice(0, 200)}, but the application is at ${origin}`
      : 'The request was sent by a page of another site',
    {
      field: 'origin',
      hint:
        sent &&
        'If that is this application, set AUTH_URL to it; if a front end of yours, let it act (trustedOrigins).',
    },
  )
}

/** The CSRF token of this browser; creates one if there is none. */
export async function csrfToken(context: Omit<CsrfContext, 'body' | 'form'>): Promise<string> {
  const known = await knownToken(context)
  if (known) return known
  const token = random(24)
  context.cookies.set('csrf', await context.services.seal('csrf').seal({ token }))
  return token
}

async function knownToken({
  services,
  cookies,
}: Pick<CsrfContext, 'services' | 'cookies'>): Promise<string | undefined> {
  const sealed = cookies.read('csrf')
  const claims = sealed ? await services.seal('csrf').open(sealed) : undefined
  return typeof claims?.token === 'string' ? claims.token : undefined
}
