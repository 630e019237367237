import { expect, test } from 'vitest'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { stage } from '../attacks/stage.ts'
import { addPasskey, signIn, signUp } from '../methods/ceremonies.ts'
import { origin, setup } from '../setup.ts'
import { keys, practice } from '../tiktok/practice.ts'

interface Form {
  address: string
  fields: Record<string, string>
  text: string
}

/** The forms of the account page as they stand there, with what is written on or near their buttons. */
async function forms(browser: TestBrowser): Promise<Form[]> {
  const markup = await (await browser.visit('/api/auth/account')).text()
  return [...markup.matchAll(/<form method="post" action="([^"]+)"[^>]*>(.*?)<\/form>/gs)].map(
    ([, address = '', text = '']) => ({ address, fields: fieldsOf(text), text }),
  )
}

function fieldsOf(text: string): Record<string, string> {
  const inputs = [...text.matchAll(/<input[^>]*>/g)].map(([input]) => [
    / name="([^"]*)"/.exec(input)?.[1] ?? '',
    / value="([^"]*)"/.exec(input)?.[1] ?? '',
  ])
  return Object.fromEntries(inputs)
}

/** Presses the button of the only form that fits. */
async function press(browser: TestBrowser, pattern: RegExp, typed: Record<string, string> = {}) {
  const fitting = (await forms(browser)).filter(({ text }) => pattern.test(text))
  expect(fitting).toHaveLength(1)
  const [form] = fitting
  return browser.submit(form?.address ?? '', { ...form?.fields, ...typed })
}

async function signedIn(strategy: 'cookie' | 'database' = 'database') {
  const world = await stage({ session: { strategy } })
  await world.browser.signIn('plain', { as: 'ada' })
  const user = (await world.browser.session())?.user.id ?? ''
  return { ...world, user }
}

test('every form leads to the account itself and carries what guards it', async () => {
  const { browser } = await signedIn()
  const all = await forms(browser)
  expect(all.length).toBeGreaterThan(3)
  for (const { address, fields } of all) {
    expect(address).toMatch(new RegExp(`^${origin}/api/auth/(account|signin/)`))
    expect(fields.csrfToken).toMatch(/.{20}/)
  }
})

test('a session is ended by its own button, and only that one', async () => {
  const { browser, open } = await signedIn()
  const elsewhere = open()
  await elsewhere.signIn('plain', { as: 'ada' })
  const ids = (await forms(browser)).filter(({ fields }) => fields.action === 'end')
  expect(ids).toHaveLength(2)
  // This device stands first.
  const [, other] = ids
  const answer = await browser.submit(other?.address ?? '', other?.fields ?? {})
  expect(answer.headers.get('location')).toBe(`${origin}/api/auth/account`)
  const page = async () => (await browser.visit('/api/auth/account')).text()
  const told = 'That device is signed out'
  expect([(await page()).includes(told), (await page()).includes(told)]).toEqual([true, false])
  expect(await elsewhere.session()).toBeNull()
  expect(await browser.session()).not.toBeNull()
})

test('“sign out everywhere” ends this session too', async () => {
  const { browser, open } = await signedIn()
  const elsewhere = open()
  await elsewhere.signIn('plain', { as: 'ada' })
  const answer = await browser.submit('/api/auth/account', { action: 'endAll' })
  expect(answer.headers.get('location')).toBe(`${origin}/api/auth/signout`)
  const told = await (await browser.visit('/api/auth/signout')).text()
  expect(told).toContain('You’re signed out everywhere')
  expect([await browser.session(), await elsewhere.session()]).toEqual([null, null])
  expect([...browser.cookies.keys()].filter((name) => name.endsWith('.session'))).toEqual([])
})

test('a platform is connected and disconnected by the buttons that stand there', async () => {
  const { auth, browser, user, world } = await signedIn()
  const sent = await press(browser, /Connect[^<]*Idp|signin\/idp|: Idp/)
  const callback = await world.approve(sent.headers.get('location') ?? '', { as: 'ada' })
  await browser.visit(String(callback))
  expect(
    (await auth.accounts.list({ userId: user })).map(({ provider }) => provider).sort(),
  ).toEqual(['idp', 'plain'])
  await press(browser, /Disconnect: Plain/)
  expect((await auth.accounts.list({ userId: user })).map(({ provider }) => provider)).toEqual([
    'idp',
  ])
})

test('of several accounts at one platform, a name or the end of the id tells which is which', async () => {
  const { browser, storage, user } = await signedIn()
  const account = { provider: 'plain', type: 'oauth', userId: user } as const
  const claims = Buffer.from('{"email":"","name":7,"preferred_username":"ada_l"}')
  const id_token = `e30.${claims.toString('base64url')}.`
  await storage.linkAccount({ ...account, providerAccountId: 'account-0123456789' })
  await storage.linkAccount({ ...account, providerAccountId: 'account-named', id_token })
  const page = await (await browser.visit('/api/auth/account')).text()
  expect(page).toContain('\u2068…23456789\u2069')
  expect(page).toContain('p-ada')
  expect(page).toContain('ada_l')
})

test.each(['database', 'cookie'] as const)(
  'the account is deleted by the form that asks whether one is sure (%s sessions)',
  async (strategy) => {
    const { browser, user, storage } = await signedIn(strategy)
    const answer = await press(browser, /value="delete"/)
    expect(answer.headers.get('location')).toBe(`${origin}/api/auth/signout`)
    expect(await storage.getUser(user)).toBeNull()
    const told = await (await browser.visit('/api/auth/signout')).text()
    expect(told).toContain('Your account was deleted')
    expect(told).toContain(`href="${origin}/">Continue</a>`)
    expect(told).not.toContain('Sign in<')
  },
)

test('a passkey is renamed and removed by its own forms', async () => {
  const storage = memory()
  const { auth, browser } = await setup({ providers: [Passkey({})], storage })
  await signUp(browser)
  await addPasskey(browser)
  const user = (await browser.session())?.user.id ?? ''
  const renames = (await forms(browser)).filter(({ fields }) => 'name' in fields && fields.id)
  expect(renames).toHaveLength(2)
  const [first] = renames
  await browser.submit(first?.address ?? '', { ...first?.fields, name: 'Phone' })
  expect((await auth.passkeys.list({ userId: user })).map(({ name }) => name)).toContain('Phone')
  await press(browser, /Remove: Phone/)
  expect((await auth.passkeys.list({ userId: user })).map(({ name }) => name)).toEqual(['Passkey'])
})

test('the account page says since when a passkey is there, and when it was last used', async () => {
  const { browser, world } = await setup({ providers: [Passkey({})], storage: memory() })
  const key = await signUp(browser)
  const page = async () => {
    const markup = await (await browser.visit('/api/auth/account')).text()
    return markup.split('<li').find((item) => item.includes('renamePasskey')) ?? ''
  }
  const added = new Date(world.clock.now()).toISOString().slice(0, 10)
  const fresh = await page()
  expect(fresh).toMatch(new RegExp(`Added <time datetime="${added}`))
  expect(fresh).not.toContain('Last used')
  world.clock.advance('1d')
  await signIn(browser, key)
  const used = new Date(world.clock.now()).toISOString().slice(0, 10)
  expect(await page()).toMatch(new RegExp(`Added <time.*Last used <time datetime="${used}`))
})

test.each(['', '   '])('renaming a passkey to %j gets InvalidRequest', async (name) => {
  const { auth, browser } = await setup({ providers: [Passkey({})], storage: memory() })
  await signUp(browser)
  const user = (await browser.session())?.user.id ?? ''
  const [passkey] = await auth.passkeys.list({ userId: user })
  const renamed = auth.passkeys.rename({ userId: user }, passkey?.id ?? '', name)
  await expect(renamed).rejects.toMatchObject({ code: 'InvalidRequest', field: 'name' })
})

test.each([
  ['a proven address', new Date(), 'fulfilled'],
  ['an address that nobody proved', null, 'rejected'],
])('%s as the only other way in', async (_, emailVerified, expected) => {
  const storage = memory()
  const email = Email({ server: 'smtp://mail.test', from: 'hello@acme.test' })
  const house = await setup({ providers: [TikTok(keys), email], storage }, practice())
  await house.browser.signIn('tiktok', { as: 'ada' })
  const user = (await house.browser.session())?.user.id ?? ''
  await storage.updateUser({ id: user, email: 'ada@acme.test', emailVerified })
  const [ended] = await Promise.allSettled([house.auth.accounts.unlink({ userId: user }, 'tiktok')])
  expect(ended.status).toBe(expected)
  expect(await storage.listAccounts(user)).toHaveLength(expected === 'fulfilled' ? 0 : 1)
})
