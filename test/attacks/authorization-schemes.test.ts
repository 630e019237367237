import { expect, onTestFinished, test, vi } from 'vitest'
import { encode, getToken } from '../../src/authjs/jwt.ts'
import { origin, secret } from '../setup.ts'
import { base, program, stage } from './stage.ts'

/** Headers that carry a good token, but not as a bearer token (RFC 6750 §2.1). */
const schemes = (token: string) => [
  token,
  `Basic ${token}`,
  `Token ${token}`,
  `DPoP ${token}`,
  `JWT ${token}`,
  `Digest ${token}`,
  `BearerX ${token}`,
  `XBearer ${token}`,
  `Bearer,${token}`,
  `Bearer:${token}`,
  `Bearer=${token}`,
  `Bearer${token}`,
  `Bearer  ${token}`,
  `Bearer ${token} ${token}`,
  `Bearer ${token}, Basic x`,
  `Basic x, Bearer ${token}`,
  `Bearer "${token}"`,
  `Bearer <${token}>`,
]

// CVE-2026-47673: whatever word stood before it, the token was taken.
test('a token is taken as a bearer token only, and only where it is asked for', async () => {
  vi.stubEnv('AUTH_FROM_AUTHJS_SINCE', new Date().toISOString().slice(0, 10))
  onTestFinished(() => void vi.unstubAllEnvs())
  const token = await encode({ token: { sub: 'u-ada' }, secret })
  const read = (authorization: string) => getToken({ req: { headers: { authorization } }, secret })
  expect(await read(`Bearer ${token}`)).toMatchObject({ sub: 'u-ada' })
  for (const authorization of schemes(token))
    expect([authorization, await read(authorization)]).toEqual([authorization, null])
})

test.each(['cookie', 'database'] as const)(
  'an Authorization header with the cookie’s value gets null, whatever word comes first (%s)',
  async (strategy) => {
    const { auth, browser } = await stage({ session: { strategy } })
    await browser.signIn('idp')
    const value = browser.cookies.get('__Host-portico.session') ?? ''
    expect(value).not.toBe('')
    for (const authorization of [`Bearer ${value}`, ...schemes(value)]) {
      const headers = { ...program, authorization }
      expect(await auth.session(new Request(origin, { headers }))).toBeNull()
      const answer = await auth.handler(new Request(`${base}/session`, { headers }))
      expect(await answer.json()).toBeNull()
    }
  },
)
