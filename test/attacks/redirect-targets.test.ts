import { describe, expect, test } from 'vitest'
import { safeTarget } from '../../src/http/callback-url.ts'
import { origin } from '../setup.ts'
import { base, closed, plain, program, stage } from './stage.ts'

/** Addresses that leave the application, or try to, by every spelling that ever fooled somebody. */
const ways: Record<string, string> = {
  'another site': 'https://evil.test/',
  'protocol-relative': '//evil.test',
  'three slashes': '///evil.test',
  'four slashes and a climb': '////evil.test/%2f..',
  'a backslash': '/\\evil.test',
  'two backslashes': '\\\\evil.test',
  'slash, backslash, slash': '/\\/evil.test',
  'a scheme with backslashes': 'https:\\\\evil.test',
  'our host as user': 'https://app.test@evil.test',
  'our host and port as user': 'https://app.test:443@evil.test',
  'our host and a backslash as user': 'https://app.test\\@evil.test',
  'a user at our own host': 'https://victim:pass@app.test/',
  'our host as a subdomain': 'https://app.test.evil.test',
  'our host as an ending': 'https://evilapp.test',
  'our host with a false port': 'https://app.test:444/',
  'our host without protection': 'http://app.test/',
  'a port that is none': 'http://localhost:3000.evil.com',
  javascript: 'javascript:alert(1)',
  'javascript at our host': 'JaVaScRiPt://app.test/%0aalert(1)',
  'data behind a space': ' data:text/html,<script>alert(1)</script>',
  vbscript: 'vbscript:msgbox(1)',
  'javascript behind a control character': '\x01javascript:alert(1)',
  'javascript with a tab inside': 'java\tscript:alert(1)',
  'a blob of our own origin': 'blob:https://app.test/1',
  'a file': 'file:///etc/passwd',
  'tabs and newlines between slashes': '/\t/\nevil.test',
  'a full-width slash': 'https:／／evil.test',
  'an ideographic full stop': 'https://evil。test',
  'no host': 'http://',
  'a bracket': 'http://[::1',
  'a percent sign': '%',
  'a megabyte': `/${'a'.repeat(1_000_000)}`,
  'header injection': '/a\r\nSet-Cookie: x=1',
  nothing: '',
}

/** Harmless unless somebody decodes twice. */
const encoded = [
  '/%2f%2fevil.test',
  '/%2F%2Fevil.test',
  '/%5cevil.test',
  '/%252f%252fevil.test',
  '%2f%2fevil.test',
  '/a%0d%0aSet-Cookie:x=1',
  '/%00',
]

const hostile = [...Object.entries(ways), ...encoded.map((value) => [value, value] as const)].map(
  ([way, value]) => ({ way, value }),
)
// A body of a megabyte is refused before anybody looks for an address in it.
const sendable = hostile.filter(({ value }) => value.length < 10_000)

const opened = stage()

/** What a page's form would send as `callbackUrl`. */
async function offeredBy(page: Response): Promise<string> {
  const field = /name="callbackUrl"[^>]* value="([^"]*)"/.exec(await page.text())?.[1] ?? ''
  return field.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

const fields = ['callbackUrl', 'redirectTo']

describe.each(fields)('a hostile %s', (field) => {
  test.each(sendable)(
    'in the sign-in form: the sign-in works and stays here ($way)',
    async ({ value }) => {
      const { open, world } = await opened
      const browser = open()
      const platform = await browser.start('plain', { [field]: value })
      const response = await browser.visit(String(await world.approve(platform, { as: 'noor' })))
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toMatch(/^https:\/\/app\.test\//)
      expect(response.headers.getSetCookie().join()).not.toMatch(/(^|,)\s*x=1/)
      expect((await browser.session())?.user.name).toBe('Noor')
    },
  )
})

describe('a hostile callbackUrl', () => {
  test.each(hostile)('in the address of the sign-in page ($way)', async ({ value }) => {
    const { open } = await opened
    const page = await open().visit(`${base}/signin?callbackUrl=${encodeURIComponent(value)}`)
    expect(page.status).toBe(200)
    expect(new URL(await offeredBy(page)).origin).toBe(origin)
  })

  test.each(hostile)('in a link to a provider ($way)', async ({ value }) => {
    const { open } = await opened
    const browser = open()
    const path = `${base}/signin/plain?callbackUrl=${encodeURIComponent(value)}`
    const sent = await browser.visit(path)
    expect(sent.headers.get('location')).toMatch(/^https:\/\/app\.test\/api\/auth\/signin(\?|$)/)
    const page = await browser.visit(sent.headers.get('location') ?? '')
    expect(new URL(await offeredBy(page)).origin).toBe(origin)
  })

  test.each(sendable)('in the sign-out form ($way)', async ({ value }) => {
    const { open } = await opened
    const response = await open().submit(`${base}/signout`, { callbackUrl: value })
    expect(response.headers.get('location')).toMatch(/^https:\/\/app\.test\//)
  })

  test.each(hostile)('in the address of the sign-out page ($way)', async ({ value }) => {
    const { open } = await opened
    const browser = open()
    const signOut = `${base}/signout?callbackUrl=${encodeURIComponent(value)}`
    // Whoever is signed out is led to the sign-in page, and from there on.
    const [, link = ''] =
      / href="([^"]*signin[^"]*)"/.exec(await (await browser.visit(signOut)).text()) ?? []
    expect(new URL(new URL(link).searchParams.get('callbackUrl') ?? '').origin).toBe(origin)
    await browser.signIn('plain', { as: 'ada' })
    expect(new URL(await offeredBy(await browser.visit(signOut))).origin).toBe(origin)
  })

  test.each(sendable)(
    'after a failure, on the way back to the sign-in page ($way)',
    async ({ value }) => {
      const { open, world } = await opened
      const browser = open()
      const platform = await browser.start('plain', { callbackUrl: value })
      const denied = await browser.visit(String(await world.approve(platform, { deny: true })))
      const page = new URL(denied.headers.get('location') ?? '')
      expect(page.origin).toBe(origin)
      expect(new URL(page.searchParams.get('callbackUrl') ?? '').origin).toBe(origin)
    },
  )

  test.each(sendable)('in JSON ($way)', async ({ value }) => {
    const { open } = await opened
    const response = await open().send(
      new Request(`${base}/signout`, {
        method: 'POST',
        headers: { ...program, origin, 'content-type': 'application/json' },
        body: JSON.stringify({ callbackUrl: value }),
      }),
    )
    expect(new URL((await response.json()).url).origin).toBe(origin)
  })

  test.each([[{ a: 1 }], [['//evil.test']], [7], [true], [null], [{ toString: 1, valueOf: 1 }]])(
    'leads home if it is no text: %j',
    async (callbackUrl) => {
      const { open } = await opened
      const response = await open().send(
        new Request(`${base}/signout`, {
          method: 'POST',
          headers: { ...program, origin, 'content-type': 'application/json' },
          body: JSON.stringify({ callbackUrl }),
        }),
      )
      expect(await response.json()).toEqual({ url: `${origin}/` })
    },
  )

  test.each(['authjs', 'next-auth', 'portico', '__Host-portico', '__Secure-authjs'])(
    'in a cookie of %s is ignored: the sign-in ends at home',
    async (prefix) => {
      const { open, world } = await opened
      const browser = open()
      const platform = await browser.start('plain')
      const back = await world.approve(platform, { as: 'noor' })
      const jar = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
      const response = await browser.visit(String(back), {
        cookie: [`${prefix}.callback-url=https%3A%2F%2Fevil.test`, ...jar].join('; '),
      })
      expect(response.headers.get('location')).toBe(`${origin}/`)
    },
  )

  test('reaches a sign-in page of the application only after it was checked', async () => {
    const { browser } = await stage({ pages: { signIn: '/login' } })
    const response = await browser.visit(
      `${base}/signin?callbackUrl=//evil.test&error=Verification`,
    )
    const page = new URL(response.headers.get('location') ?? '')
    expect(page.pathname).toBe('/login')
    expect(page.searchParams.get('callbackUrl')).toBe(`${origin}/`)
    expect(page.searchParams.get('error')).toBe('Verification')
  })
})

describe('an allow-list', () => {
  const trusted = ['https://*.trusted.test', 'https://docs.example', 'http://localhost:4000']

  test.each([
    'https://a.trusted.test/x',
    'https://a.b.trusted.test/',
    'https://docs.example/docs',
    'http://localhost:4000/',
  ])('lets %s through', (url) => {
    expect(safeTarget(url, origin, trusted)).toBe(url)
  })

  test.each([
    'https://evil.test/.trusted.test',
    'https://evil.test?.trusted.test',
    'https://evil.test#.trusted.test',
    'https://x.trusted.test.evil.test',
    'https://evil.test\\.trusted.test',
    'https://trusted.test/',
    'https://eviltrusted.test/',
    'http://a.trusted.test/',
    'https://a.trusted.test:444/',
    'https://docs.example.evil.test/',
    'https://docs.example:444/',
    'https://docs.example@evil.test/',
    'http://localhost:4001/',
    'http://localhost/',
  ])('refuses %s', (url) => {
    expect(safeTarget(url, origin, trusted)).toBeUndefined()
  })

  // `*.` stands for one label or more.
  test.each(['https://.trusted.test/', 'https://..trusted.test/'])(
    'refuses a name without a label: %s',
    (url) => {
      expect(safeTarget(url, origin, trusted)).toBeUndefined()
    },
  )
})

describe('text that a stranger sends stays text, in markup and in headers', () => {
  const script = '"><img src=x onerror=alert(1)><script>alert(1)</script>'

  test.each([
    `/error?error=${encodeURIComponent(script)}`,
    `/signin?callbackUrl=${encodeURIComponent(`/${script}`)}`,
    `/signin?error=${encodeURIComponent(script)}`,
    `/signin?data=${encodeURIComponent(script)}`,
    `/signout?callbackUrl=${encodeURIComponent(`/${script}`)}`,
    `/nowhere/${encodeURIComponent(script)}`,
    `/callback/${encodeURIComponent(script)}`,
  ])('%s', async (path) => {
    const { open } = await opened
    const response = await open().visit(base + path)
    const page = await response.text()
    expect(page).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
    expect(response.status).toBeLessThan(500)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain("script-src 'unsafe-inline'")
  })

  test('a provider whose name and logo are markup', async () => {
    const providers = [
      {
        ...plain,
        name: script,
        style: { logo: 'javascript:alert(1)', brandColor: 'red;}</style><script>' },
      },
    ]
    const { browser } = await stage({ providers })
    const page = await (await browser.visit(`${base}/signin`)).text()
    expect(page).not.toMatch(/<script|<img src=x|javascript:/)
  })

  test.each(['\r\nX-Evil: 1', 'é', '\u2028', '\u0000', '\u{1f600}'])(
    'a platform that says %j',
    async (words) => {
      const at = await opened
      const browser = at.open()
      const state = new URL(await browser.start('plain')).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ error: 'server_error', error_description: words, state })
      const response = await closed(at, () => browser.visit(`${base}/callback/plain?${query}`))
      expect(response.headers.has('x-evil')).toBe(false)
      expect(decodeURIComponent(response.headers.get('location') ?? '')).not.toContain(words)
    },
  )
})
