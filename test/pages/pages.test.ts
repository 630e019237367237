import { expect, test } from 'vitest'
import { describeError } from '../../src/pages/alert.ts'
import { contrast, inkOn, readColor } from '../../src/pages/color.ts'
import { errorPage } from '../../src/pages/error-page.ts'
import { renderPage } from '../../src/pages/layout.ts'
import { respond } from '../../src/pages/respond.ts'
import { signInPage } from '../../src/pages/sign-in-page.ts'
import { signOutPage } from '../../src/pages/sign-out-page.ts'
import type { SignInView } from '../../src/types/views.ts'
import { button, eight, gallery, plain } from './gallery.ts'

const typed: SignInView = {
  name: 'Typed',
  submit: 'Go',
  action: '/typed',
  inputs: [{ name: 'email', type: 'email' }],
}
const signin = signInPage({ frame: plain, methods: [button('TikTok')] })
const passkey = { ...button('Passkey'), icon: 'key', script: '/api/auth/p.js' } as const

function policy(response: Response): Record<string, string[]> {
  const rules = response.headers.get('content-security-policy')?.split('; ') ?? []
  return Object.fromEntries(rules.map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1)]))
}

test('a page may do nothing but what it shows', async () => {
  const response = respond(signin, { status: 401, headers: { 'set-cookie': 'a=b' } })
  const nonce = /nonce="([^"]+)"/.exec(await response.clone().text())?.[1]
  expect(policy(response)).toEqual({
    'default-src': ["'none'"],
    'style-src': [`'nonce-${nonce}'`],
    'img-src': ["'self'", 'data:', 'https:'],
    'form-action': ["'self'", 'https:'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  })
  expect(response.status).toBe(401)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'referrer-policy': 'same-origin',
    'set-cookie': 'a=b',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test('two responses have different nonces', () => {
  expect(policy(respond(signin))['style-src']).not.toEqual(policy(respond(signin))['style-src'])
})

test('only a page with a passkey may run a script, and only of its own origin', () => {
  const page = signInPage({ frame: plain, methods: [passkey] })
  expect(policy(respond(page))).toMatchObject({
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
  })
  expect(renderPage(page, 'n').markup).toContain('<script type="module" src="/api/auth/p.js">')
  expect(renderPage(signin, 'n').markup).not.toContain('<script')
})

test('forms may lead to a platform on loopback, but a target cannot add to the policy', () => {
  const formTargets = [
    'http://127.0.0.1:4100/v2/auth?x=1',
    "http://127.0.0.1:4200; script-src 'unsafe-inline'",
    'javascript:alert(1)',
    'nonsense',
  ]
  const rules = policy(respond(signin, { formTargets }))
  expect(rules['form-action']).toEqual(["'self'", 'https:', 'http://127.0.0.1:4100'])
  expect(rules).not.toHaveProperty('script-src')
})

test('a mark is legible on any colour', () => {
  for (let color = 0; color <= 0xffffff; color += 4099) {
    const background = color.toString(16).padStart(6, '0')
    expect(contrast(inkOn(background), background)).toBeGreaterThanOrEqual(4.5)
  }
})

test('a wish for a text colour is kept if it can be read', () => {
  expect(inkOn('ffffff', '0000aa')).toBe('0000aa')
  expect(inkOn('ffffff', 'ffff00')).toBe('000000')
  expect(contrast('000000', 'ffffff')).toBe(21)
})

test.each([
  ['#ABC', 'aabbcc'],
  ['#fe2c55', 'fe2c55'],
  ['red', undefined],
  ['#fff;}body{display:none', undefined],
  [undefined, undefined],
])('the colour %j is read as %j', (given, read) => {
  expect(readColor(given)).toBe(read)
})

test('eight platforms stand in the open; of nine, three are folded away in order of name', () => {
  const names = ['I', 'H', 'G', 'F', 'E', 'D', 'C', 'B', 'A']
  const show = (count: number) => {
    const methods = names.slice(0, count).map((name) => button(name))
    return renderPage(signInPage({ frame: plain, methods }), 'n').markup
  }
  expect(show(8)).not.toContain('<details')
  const [open = '', folded = ''] = show(9).split('<details class="fold">')
  expect(open.match(/formaction/g)).toHaveLength(6)
  expect([...folded.matchAll(/signin\/(.)/g)].map((match) => match[1])).toEqual(['a', 'b', 'c'])
})

test('eight platforms with their marks weigh at most 12 kB, marks included', () => {
  const page = renderPage(signInPage({ frame: plain, methods: eight }), 'n').markup
  expect(page.match(/<img class="tile/g)).toHaveLength(8)
  expect(new TextEncoder().encode(page).length).toBeLessThanOrEqual(12_000)
})

test('among many platforms those come first that most people have', () => {
  const methods = [
    ...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map((name) => button(name)),
    { ...button('Zed'), popular: 2 },
    { ...button('Yak'), popular: 1 },
  ]
  const { markup } = renderPage(signInPage({ frame: plain, methods }), 'n')
  expect([...markup.matchAll(/signin\/([a-z]+)"/g)].map((match) => match[1]).slice(0, 3)).toEqual([
    'yak',
    'zed',
    'a',
  ])
})

test('the way that was used last comes first, is the main one, and says so', () => {
  const methods = [button('A'), { ...button('B'), lastUsed: true }, typed]
  const { markup } = renderPage(signInPage({ frame: plain, methods }), 'n')
  expect(markup).toMatch(/formaction="\/api\/auth\/signin\/b" class="main">.*Last used.*signin\/a"/)
  expect(markup.match(/class="main"/g)).toHaveLength(1)
})

test.each([
  ['what is typed', [button('A'), typed], /<button class="main">Go/],
  ['the only one', [button('A')], /signin\/a" class="main"/],
  ['the first of several', [button('A'), button('B')], /signin\/a" class="main"/],
])('one way is the main one: %s', (_, methods, main) => {
  const { markup } = renderPage(signInPage({ frame: plain, methods }), 'n')
  expect(markup).toMatch(main)
  expect(markup.match(/class="main"/g)).toHaveLength(1)
})

test('of two forms one is folded away: not the one that has something to say', () => {
  const other = { ...typed, name: 'Other', action: '/other' }
  const show = (methods: SignInView[]) =>
    renderPage(signInPage({ frame: plain, methods }), 'n').markup.split('<details class="fold">')
  expect(show([typed, other])[1]).toContain('action="/other"')
  const wrong = { ...other, problem: { title: 'No', text: 'No.' } }
  expect(show([typed, wrong])[0]).toContain('action="/other"')
  expect(show([typed, { ...other, lastUsed: true }])[0]).toContain('action="/other"')
})

test('a platform is found by a part of its name, without a script', () => {
  const names = [...'ABCDEFHJKLMNP', 'Gamma', 'Omega', 'Iota']
  const fields = { csrfToken: 'secret', callbackUrl: 'https://app.test/x', data: 'invited' }
  const methods = names.map((name) => button(name))
  const show = (wanted: string) =>
    renderPage(signInPage({ frame: plain, fields, methods, wanted }), 'n').markup
  const [, folded = ''] = show('MEG').split('<details class="fold" open>')
  expect([...folded.matchAll(/signin\/(\w+)"/g)].map((match) => match[1])).toEqual(['omega'])
  const asked = [
    ...folded.matchAll(/<form class="find" action="\/api\/auth\/signin">(.*?)<\/form>/g),
  ]
  const [form = '', all = ''] = asked.map(([, inside]) => inside)
  expect(form).toContain('<input type="search" name="platform" value="MEG"')
  expect(form).toContain('name="callbackUrl" value="https://app.test/x"')
  expect(form).toContain('name="data" value="invited"')
  expect(form).not.toContain('secret')
  expect(all).toContain('name="callbackUrl" value="https://app.test/x"')
  expect(all).toContain('<button>Show all</button>')
  expect(all).not.toMatch(/secret|name="platform"/)
  expect(show('nothing')).toContain('No platform matches.')
})

test('a handful of more platforms is folded away without a search, two dozen with one', () => {
  const named = (count: number) => Array.from({ length: count }, (_, n) => button(`P${n}`))
  const show = (count: number) =>
    renderPage(signInPage({ frame: plain, methods: named(count) }), 'n').markup
  expect(show(8)).not.toContain('<details')
  expect(show(9)).toMatch(/More ways to sign in<\/summary><form method="post"/)
  expect(show(9)).not.toContain('type="search"')
  expect(show(24)).toMatch(/More ways to sign in<\/summary><form class="find"/)
})

test('the way that was used last stands in the open among two dozen, first and as the main one', () => {
  const methods = Array.from({ length: 24 }, (_, n) => ({ ...button(`P${n}`), popular: n + 1 }))
  const last = methods.map((one, n) => (n === 23 ? { ...one, popular: 99, lastUsed: true } : one))
  const { markup } = renderPage(signInPage({ frame: plain, methods: last }), 'n')
  const [open = '', folded = ''] = markup.split('<details')
  expect(open).toMatch(/formaction="\/api\/auth\/signin\/p23" class="main">.*Last used/)
  expect(open.match(/formaction/g)).toHaveLength(6)
  expect(folded.match(/formaction/g)).toHaveLength(18)
  expect(folded).not.toContain('p23')
})

test('a logo has a dark variant, corners and fonts are the theme’s, and nothing breaks out of them', () => {
  const theme = { logo: '/l.svg', logoDark: '/d.svg', radius: '2px', font: 'Georgia, serif' }
  const { markup } = renderPage(signOutPage({ frame: { ...plain, theme } }), 'n')
  expect(markup).toContain('<source media="(prefers-color-scheme:dark)" srcset="/d.svg">')
  expect(markup).toContain('--radius:2px;--font:Georgia, serif')
  const dark = { ...plain, theme: { ...theme, colorScheme: 'dark' } as const }
  expect(renderPage(signOutPage({ frame: dark }), 'n').markup).toContain(
    'class="brand" src="/d.svg"',
  )
  const evil = { ...plain, theme: { radius: '0}body{display:none', font: 'x;}' } }
  const plainly = renderPage(signOutPage({ frame: evil }), 'n').markup
  expect(plainly).toContain('--radius:.625rem;--font:system-ui,sans-serif')
})

test('the brand has a colour of its own on dark pages', () => {
  const theme = { brandColor: '#111111', brandColorDark: '#eeeeee' }
  const { markup } = renderPage(signOutPage({ frame: { ...plain, theme } }), 'n')
  expect(markup).toMatch(/--brand:#111111;--on-brand:#ffffff.*--brand:#eeeeee;--on-brand:#000000/)
})

test('a hundred platforms weigh less than a photograph', () => {
  const page = gallery['signin-hundred']
  expect(page && renderPage(page, 'n').markup.length).toBeLessThan(40_000)
})

test('the theme decides on colours, and its own rules come last', () => {
  const theme = { brandColor: '#fee500', buttonText: '#ffffff', css: 'h1{color:red}' }
  const light = renderPage(signOutPage({ frame: { ...plain, theme } }), 'n').markup
  expect(light).toContain('--brand:#fee500;--on-brand:#000000')
  expect(light).toContain('h1{color:red}</style>')
  expect(light).toContain('prefers-color-scheme:dark')
  const dark = { ...plain, theme: { colorScheme: 'dark' } as const }
  expect(renderPage(signOutPage({ frame: dark }), 'n').markup).not.toContain('prefers-color-scheme')
})

test("an application's CSS may hold an SVG without ending the style element", () => {
  const css = 'main{background:url("data:image/svg+xml,<svg></svg>")}@media(width < 9px){a{top:0}}'
  const { markup } = renderPage(signOutPage({ frame: { ...plain, theme: { css } } }), 'n')
  expect(markup.match(/<\/style/g)).toHaveLength(1)
  expect(markup).toContain('<svg>\\3c /svg>')
  expect(markup).toContain('(width < 9px)')
})

test('a page speaks another language, from right to left', () => {
  const frame = {
    ...plain,
    lang: 'he',
    dir: 'rtl',
    text: { tryAgain: 'שוב' },
    errors: { FlowExpired: { title: 'פג תוקף', text: 'נא להתחיל מחדש.' } },
  } as const
  const { markup } = renderPage(
    errorPage({ frame, problem: describeError('FlowExpired', frame) }),
    'n',
  )
  expect(markup).toContain('<html lang="he" dir="rtl">')
  expect(markup).toContain('<h1>פג תוקף</h1>')
  expect(markup).toContain('>שוב</a>')
})

test('the developer block appears only when it is given', () => {
  const problem = describeError('FlowMissing', plain)
  const shown = renderPage(
    errorPage({ frame: plain, problem, developer: { code: 'FlowMissing', hint: 'Look here.' } }),
    'n',
  ).markup
  expect(shown).toContain('Look here.')
  const hidden = renderPage(errorPage({ frame: plain, problem }), 'n').markup
  expect(hidden).not.toContain('FlowMissing')
})

test('React spelling of an attribute works, as applications of Auth.js have it', () => {
  const inputs = [{ name: 'otp', autoComplete: 'one-time-code', maxLength: 6, onFocus: 'alert(1)' }]
  const methods = [{ ...button('C'), inputs }]
  const { markup } = renderPage(signInPage({ frame: plain, methods }), 'n')
  expect(markup).toContain('<input name="otp" autocomplete="one-time-code" maxlength="6">')
})
