import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { random } from '../crypto/random.ts'
import type { Claims } from '../crypto/seal.ts'
import type { JWT, Session } from '../types/nouns.ts'
import type { Sessions } from './session.ts'
import { sessionCookie } from './value.ts'

/** Sessions that live in a sealed cookie. Nothing is stored anywhere else. */
export function cookieSessions(config: Config): Sessions {
  const { maxAge, updateAge } = config.session
  const seal = config.seal('session')

  async function write({ cookies, header, now }: Context, token: JWT): Promise<string[]> {
    const sealed = await seal.seal({ ...token, iat: now, exp: now + maxAge })
    return cookies.set(cookies.name('session'), sealed, header, { maxAge })
  }

  async function shape(token: JWT, request: Request): Promise<Session> {
    const session: Session = {
      user: {
        id: String(token.sub),
        name: token.name ?? null,
        email: token.email ?? null,
        image: token.picture ?? null,
      },
      expires: new Date((token.exp ?? 0) * 1000).toISOString(),
    }
    return (await config.callbacks.session?.({ session, token, request })) ?? session
  }

  return {
    async issue(context, { user, account, profile, isNewUser, data }) {
      const { request } = context
      const fresh: JWT = {
        sub: user.id,
        name: user.name ?? null,
        email: user.email ?? null,
        picture: user.image ?? null,
        jti: random(16),
      }
      const token = await config.callbacks.jwt?.({
        token: fresh,
        user,
        account,
        trigger: isNewUser ? 'signUp' : 'signIn',
        isNewUser,
        request,
        ...(profile && { profile }),
        ...(data !== undefined && { data }),
      })
      return token === null ? [] : write(context, token ?? fresh)
    },

    async read(request, cookie) {
      const sealed = sessionCookie(config, request, cookie)
      const token = sealed ? await seal.open(sealed) : undefined
      const now = Math.floor(config.now() / 1000)
      if (!isSession(token) || token.exp <= now) return null
      return { session: await shape(token, request), token, due: token.iat + updateAge <= now }
    },

    async renew(context, reading, change) {
      const { request, cookies, header, outgoing, now } = context
      const old = reading.token ?? {}
      const token = config.callbacks.jwt
        ? await config.callbacks.jwt({
            token: old,
            request,
            ...(change && { trigger: 'update', session: change.session }),
          })
        : old
      if (token === null) {
        outgoing.push(...cookies.clear(cookies.name('session'), header))
        return null
      }
      outgoing.push(...(await write(context, token)))
      return shape({ ...token, exp: now + maxAge }, request)
    },

    async end({ cookies, header, outgoing }) {
      outgoing.push(...cookies.clear(cookies.name('session'), header))
    },
  }
}

function isSession(
  claims: Claims | undefined,
): claims is JWT & { iat: number; exp: number; sub: string } {
  return (
    typeof claims?.sub === 'string' &&
    typeof claims.exp === 'number' &&
    typeof claims.iat === 'number'
  )
}
