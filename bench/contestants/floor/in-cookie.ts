import { randomUUID } from 'node:crypto'
import { ballastOf, type Settings } from '../../contestant.ts'
import { open, seal } from './seal.ts'
import { cookieName, cookieOf, maxAge, type Sessions } from './sessions.ts'

/** Sessions in a sealed cookie, cut into chunks when it is long. */
export function inCookie(settings: Settings): Sessions {
  const ballast = ballastOf(settings)
  return {
    read(cookies) {
      const token = joined(cookies)
      const claims = token && open(token)
      if (!claims || claims.exp * 1000 <= Date.now()) return null
      const { sub: id, name, email, picture: image, exp } = claims
      return { user: { id, name, email, image }, expires: new Date(exp * 1000).toISOString() }
    },
    issue({ id, name, email, image }) {
      const now = Math.floor(Date.now() / 1000)
      const times = { iat: now, exp: now + maxAge, jti: randomUUID() }
      const token = seal({ sub: id, name, email, picture: image, ...times, ...ballast })
      if (token.length <= 3800) return `${cookieName}=${token}`
      const chunks = token.match(/.{1,3800}/g) ?? []
      return chunks.map((chunk, n) => `${cookieName}.${n}=${chunk}`).join('; ')
    },
  }
}

function joined(cookies: string): string {
  let token = cookieOf(cookies, cookieName) ?? ''
  for (let chunk: string | undefined = '', n = 0; !token || n > 0; n++) {
    chunk = cookieOf(cookies, `${cookieName}.${n}`)
    if (!chunk) break
    token += chunk
  }
  return token
}
