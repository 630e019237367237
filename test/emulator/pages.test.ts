import { expect, test } from 'vitest'
import { type Emulator, emulator, pwnedPasswords, tiktok } from '../../src/emulator/index.ts'
import { emulate, practiceIds } from '../../src/emulator/platforms/registered-application.ts'
import { scopeInWords } from '../../src/emulator/scope-words.ts'
import GitHub from '../../src/providers/github.ts'
import * as providers from '../../src/providers/index.ts'
import { testAuth } from '../../src/testing.ts'

const read = async ({ handler }: Emulator, path: string) =>
  (await handler(new Request(`http://127.0.0.1:4100${path}`))).text()

test.each(['tiktok', 'github', 'dropbox'])(
  'the consent page of %s names the application',
  async (id) => {
    const named = await emulate(id, { app: 'Acme & Co', path: '/api/auth' })
    expect(named?.platform.apps).toMatchObject([{ name: 'Acme & Co' }])
    const nameless = await emulate(id, { path: '/api/auth' })
    expect(nameless?.platform.apps).toMatchObject([{ name: 'your application' }])
  },
)

test('the overview lists applications only where a platform has some', async () => {
  const page = await read(await emulator({ platforms: [tiktok(), pwnedPasswords()] }), '/')
  const [, ...cards] = page.split('<h2>')
  const listing = cards.filter((card) => card.includes('<h3>Applications</h3>'))
  expect(listing).toEqual([expect.stringMatching(/^TikTok</)])
  expect(page).toContain('<h2>Pwned Passwords</h2>')
})

test('a person reads the name of the theme, and scopes in words', async () => {
  const { browser, platform } = await testAuth({ providers: [GitHub], theme: { name: 'Acme' } })
  const page = await (await platform.fetch(await browser.start('github'))).text()
  expect(page).toContain('<h1>Sign in to Acme</h1>')
  expect(page).toContain('<b>Name and picture</b><small><code>read:user</code>')
  expect(page).toContain('<b>Email address</b><small><code>user:email</code>')
})

test('the scopes that providers ask for have words, but for a few', () => {
  const asked = Object.values(providers).flatMap((make) => {
    const { authorization } = Object(Reflect.apply(make, undefined, [{}]))
    const { scope } = Object(authorization?.params)
    return typeof scope === 'string' ? scope.split(/[ ,]+/).filter((one) => one !== '') : []
  })
  const distinct = [...new Set(asked)]
  expect(distinct.length).toBeGreaterThan(50)
  // Names that only their platform could explain.
  expect(distinct.filter((scope) => scopeInWords(scope) === undefined).sort()).toEqual([
    '499b84ac-1321-427f-aa17-267ca6975798/vso.profile',
    'results:write',
    'spark:kms',
    '{clientId}',
  ])
})

test('failures begin with what happens in production, at the endpoint that every sign-in asks', async () => {
  const google = await emulate('google', { path: '/api/auth' })
  const tiktok = await emulate('tiktok', { path: '/api/auth' })
  const platforms = [tiktok, google].flatMap((practice) => practice?.platform ?? [])
  const page = await read(await emulator({ platforms }), '/')
  const groups = Array.from(page.matchAll(/<optgroup label="([^"]+)">/g), ([, label]) => label)
  expect(groups).toEqual([
    'TikTok: token',
    'TikTok: userinfo',
    'TikTok: revoke',
    'TikTok: get_qrcode',
    'TikTok: check_qrcode',
    'TikTok: app-sign-in',
    'Google: token',
    'Google: userinfo',
    'Google: discovery',
    'Google: jwks',
    'Google: revoke',
    'Google: app-sign-in',
  ])
  const options = Array.from(page.matchAll(/<option value="([^"]+)">([^<]+)/g))
  expect(options.slice(0, 3).map(([, value, label]) => [value, label])).toEqual([
    ['tiktok/token/unavailable', 'TikTok token: unavailable (503 and a page)'],
    ['tiktok/token/slow', 'TikTok token: slow (no answer comes)'],
    ['tiktok/token/cut', 'TikTok token: cut (the connection drops)'],
  ])
  expect(page).toContain('Fail the next one')
})

test.each([
  ['in two halves', 'Or enter this code:\n\n831 744\n', '831 744'],
  ['in one', 'Your code is 831744.', '831 744'],
  ['with a space that does not break', 'الرمز: 831\u00a0744', '831 744'],
])('the inbox shows the code of a mail, written %s, beside its subject', async (_, text, code) => {
  const practice = await emulator({})
  practice.inbox.deliver({ to: 'ada@app.test', subject: 'Sign in', text })
  for (const path of ['/', '/inbox', '/inbox/1']) {
    const page = await read(practice, path)
    expect(page).toContain(`<code>${code}</code>`)
    expect(page).toContain('hidden data-copies="831744"')
  }
})

test.each([
  ['an address', 'Open https://app.test/?token=123456 or https://app.test/123456'],
  ['a longer number', 'Order 1234567, call 555 123 4567 or 2026-123456'],
  ['nothing', 'Hello'],
])('the inbox takes %s for no code', async (_, text) => {
  const practice = await emulator({})
  practice.inbox.deliver({ to: 'ada@app.test', subject: 'Hello', text })
  expect(await read(practice, '/inbox')).not.toContain('data-copies="')
})

test('every platform that can be played knows the name of the application', async () => {
  const ids = await practiceIds()
  const played = await Promise.all(ids.map((id) => emulate(id, { app: 'Acme', path: '/auth' })))
  const names = played.map((practice) => practice?.platform.apps[0]?.name)
  expect(names).toEqual(ids.map(() => 'Acme'))
})
