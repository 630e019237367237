import { describe, expect, test } from 'vitest'
import { createCookieJar } from '../../src/http/cookie-jar.ts'
import { createCookiePolicy } from '../../src/http/cookies.ts'
import { writeCookies } from '../../src/http/write-cookies.ts'
import { Auth } from '../../src/index.ts'
import { origin, secret } from '../setup.ts'
import { base, plain, stage } from './stage.ts'

const endings = [
  '; Domain=evil.test',
  ';Path=/evil',
  '\r\nSet-Cookie: a=b',
  '\n',
  '\0',
  ' ',
  ', a=b',
  '\u00e9',
]

// CVE-2026-47675: a value of an option became further attributes of the cookie.
describe('an attribute of a cookie', () => {
  test.each(['prefix', 'domain', 'sameSite', 'path', 'name', 'priority'])(
    'makes every request a 500 if the option cookies.%s smuggles it in',
    async (option) => {
      for (const ending of endings) {
        const cookies = { [option]: `app.test${ending}` }
        const auth = Auth({
          providers: [plain],
          secret,
          url: origin,
          runtime: { env: { NODE_ENV: 'test' } },
          logger: { warn() {}, error() {} },
          cookies,
        })
        const response = await auth.handler(new Request(`${base}/csrf`))
        expect([ending, response.status]).toEqual([ending, 500])
        expect(response.headers.getSetCookie()).toEqual([])
      }
    },
  )

  /** The words of a method about a cookie of its own, wherever it has them from. */
  const jar = () => {
    const policy = createCookiePolicy({ secure: true, prefix: 'portico' })
    return createCookieJar(policy, '')
  }
  const written = (cookies: ReturnType<typeof jar>) => {
    const headers = new Headers()
    writeCookies(headers, cookies.changes())
    return headers.getSetCookie()
  }

  test('is one of our own, whatever a method says about SameSite and the time', () => {
    for (const ending of endings) {
      for (const life of [
        { sameSite: `none${ending}` },
        { sameSite: ending },
        { maxAge: ending },
      ]) {
        const cookies = jar()
        cookies.set('own', 'x', life as never)
        const [line = '', ...more] = written(cookies)
        expect(more).toEqual([])
        expect(line).toMatch(
          /^__Host-portico\.own=x; Path=\/; HttpOnly; Secure; SameSite=Lax(; Max-Age=(NaN|\d+))?$/,
        )
      }
    }
  })

  test('throws a TypeError if a value or a name would begin one', () => {
    for (const ending of endings) {
      const cookies = jar()
      cookies.set('own', `x${ending}`)
      expect(() => written(cookies)).toThrow(TypeError)
      const named = jar()
      named.set(`own${ending}`, 'x')
      expect(() => written(named)).toThrow(TypeError)
    }
  })
})

test('a cookie that a request made up stays unwritten when the oldest flows are removed', async () => {
  const { auth } = await stage()
  const names = ['x Domain=evil.test', '\u00e9', 'a,b', '<x>', 'a"b']
  for (const name of names) {
    // More than a browser may have under way: whatever counts as a flow is removed, by its name.
    const made = Array.from({ length: 8 }, (_, n) => `__Host-portico.flow.${n}${name}=x`)
    const headers = new Headers({ origin, 'sec-fetch-site': 'same-origin' })
    headers.set('cookie', Buffer.from(made.join('; '), 'utf8').toString('latin1'))
    const response = await auth.handler(
      new Request(`${base}/signin/plain`, { method: 'POST', headers, body: new URLSearchParams() }),
    )
    expect(response.status).toBeLessThan(400)
    const lines = response.headers.getSetCookie()
    expect(lines.length, name).toBeGreaterThan(0)
    for (const line of lines)
      expect(line).toMatch(/^__Host-portico\.[\w.-]+=[^;]*; Path=\/; HttpOnly; Secure; SameSite=/)
  }
})
