import type { App } from '../app.ts'
import type { Context } from '../context.ts'
import type { Cookie } from '../http/cookies.ts'
import type { Awaitable } from '../types/models.ts'
import type { StoredSession } from '../types/storage.ts'
import { after } from './maybe-async.ts'
import { recentSeconds } from './sign-in-age.ts'

const kind = 'signed-in'

type Proof = Pick<StoredSession, 'authTime' | 'amr'>

/** Auth.js's tables have no columns for when and how somebody signed in. As long as that matters, a cookie says it for one session. */
export async function signInCookie(
  { config, services, cookies, origin }: Context,
  session: string,
  { authTime, amr }: Proof,
): Promise<Cookie[]> {
  const sealed = await services.seal(kind).seal({ session, authTime, amr })
  const policy = config.cookies(origin.startsWith('https:'))
  return policy.set(cookies.header, kind, sealed, { maxAge: recentSeconds })
}

/** The time and methods of a session's sign-in, if it was in the last hour. */
export function readSignInCookie(
  { config, services }: App,
  cookie: string,
  secure: boolean,
  session: string,
): Awaitable<Proof | undefined> {
  const sealed = config.cookies(secure).read(cookie, kind)
  if (sealed === undefined) return undefined
  return after(services.seal(kind).open(sealed), (claims) =>
    claims?.session === session
      ? { authTime: Number(claims.authTime), amr: String(claims.amr ?? '') }
      : undefined,
  )
}
