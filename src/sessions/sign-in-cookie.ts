import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import type { Cookie } from '../http/cookies.ts'
import type { Awaitable } from '../types/models.ts'
import { after } from './maybe-async.ts'
import { recentSeconds } from './sign-in-age.ts'

const kind = 'signed-in'

/** Auth.js's tables have no column for when somebody signed in. As long as that matters, a cookie says it for one session. */
export async function signInCookie(
  { config, services, cookies, origin }: Context,
  session: string,
  authTime: number,
): Promise<Cookie[]> {
  const sealed = await services.seal(kind).seal({ session, authTime })
  const policy = config.cookies(origin.startsWith('https:'))
  return policy.set(cookies.header, kind, sealed, { maxAge: recentSeconds })
}

/** When the person of a session signed in, if that was in the last hour. */
export function readSignInCookie(
  { config, services }: App,
  cookie: string,
  secure: boolean,
  session: string,
): Awaitable<number | undefined> {
  const sealed = config.cookies(secure).read(cookie, kind)
  if (sealed === undefined) return undefined
  return after(services.seal(kind).open(sealed), (claims) =>
    claims?.session === session ? Number(claims.authTime) : undefined,
  )
}
