import { expect, test } from 'vitest'
import { accountEnding } from '../../src/identity/account-name.ts'
import type { Page } from '../../src/pages/layout.ts'
import { respond } from '../../src/pages/respond.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { idp, plain, stage } from '../attacks/stage.ts'
import { ask, mailHouse, mails, startMails, typeCode } from '../methods/mail-house.ts'
import { gallery } from './gallery.ts'

startMails()

async function accountOf(browser: TestBrowser): Promise<string> {
  return (await browser.visit('/api/auth/account')).text()
}

test('an address that was proven is a way in, and is shown as one', async () => {
  const { browser } = await mailHouse()
  await typeCode(browser, await ask(browser, 'ada@example.com'), mails().latest().code)
  const page = await accountOf(browser)
  expect(page).toMatch(
    /<h2>Email<\/h2>.*<strong><bdi>ada@example\.com<\/bdi><\/strong><small><bdi>You can sign in/,
  )
  expect(page).not.toContain('Add an email address')
})

test('a person without an address can add one there, and comes back with it', async () => {
  const { browser, signIn } = await mailHouse()
  await signIn(browser, { name: 'Ada', email: null })
  const page = await accountOf(browser)
  expect(page).toContain('You have no email address yet.')
  const [, inside = ''] = /<form[^>]*signin\/email"[^>]*>(.*?)<\/form>/.exec(page) ?? []
  const hidden = [...inside.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const form = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]))
  const sent = await ask(browser, 'ada@example.com', form)
  const arrived = await typeCode(browser, sent, mails().latest().code)
  expect(arrived.headers.get('location')).toMatch(/\/api\/auth\/account$/)
  expect(await accountOf(browser)).toContain('You can sign in with a link or code sent here')
})

test('a platform is shown with the account that is connected, and without scopes', async () => {
  const { browser } = await stage({
    providers: [{ ...idp, authorization: { params: { scope: 'openid email' } } }],
  })
  await browser.signIn('idp', { as: 'ada' })
  const page = await accountOf(browser)
  expect(page).toMatch(/<bdi>Idp<\/bdi><\/strong><small><bdi>ada@/)
  expect(page).not.toContain('openid')
})

test('a platform without an id token is shown by the name there, which stays with the account', async () => {
  const { auth, browser } = await stage()
  await browser.signIn('plain', { as: 'ada' })
  expect(await accountOf(browser)).toMatch(/<bdi>Plain<\/bdi><\/strong><small><bdi>ada@/)
  const user = (await browser.session())?.user.id ?? ''
  expect(await auth.accounts.list({ userId: user })).toMatchObject([{ name: 'ada@people.test' }])
})

test('an account that was connected before its name was kept is called connected', async () => {
  const storage = memory()
  const { browser } = await stage({ storage })
  await browser.signIn('plain', { as: 'ada' })
  const [before] = await storage.listAccounts((await browser.session())?.user.id ?? '')
  expect(before?.accountName).toBe('ada@people.test')
  if (before) await storage.updateAccount({ ...before, accountName: '' })
  expect(await accountOf(browser)).toMatch(/<bdi>Plain<\/bdi><\/strong><small><bdi>Connected</)
  await browser.signIn('plain', { as: 'ada' })
  expect(await accountOf(browser)).toContain('<bdi>ada@people.test</bdi></small>')
})

test('sessions tell when they were used as people tell it', async () => {
  const at = await stage({
    session: { strategy: 'database' },
    providers: [plain, Email({ sendVerificationRequest() {} })],
  })
  const elsewhere = at.open()
  await elsewhere.signIn('plain', { as: 'ada' })
  at.world.clock.advance('3h')
  await at.browser.signIn('plain', { as: 'ada' })
  const page = await accountOf(at.browser)
  expect(page).toMatch(/<time[^>]*>3 hours ago<\/time>/)
  expect(page).toContain('Sign out everywhere else')
})

test('sessions of like browsers stand behind their newest, each with the day of its sign-in', async () => {
  const at = await stage({ session: { strategy: 'database' } })
  for (let n = 0; n < 3; n++) {
    await at.open().signIn('plain', { as: 'ada' })
    at.world.clock.advance('1h')
  }
  await at.browser.signIn('plain', { as: 'ada' })
  const page = await accountOf(at.browser)
  expect(page.match(/<summary class="button small"><bdi>\+2<\/bdi><\/summary>/g)).toHaveLength(1)
  expect(page.match(/value="end"/g)).toHaveLength(4)
  expect(page.match(/Signed in <time/g)).toHaveLength(4)
  // The session that asks stands alone, and first.
  expect(page.indexOf('This device')).toBeLessThan(page.indexOf('+2'))
})

test('the account page offers no other sign-out to a person who is signed in once', async () => {
  const at = await stage({ session: { strategy: 'database' } })
  await at.browser.signIn('plain', { as: 'ada' })
  expect(await accountOf(at.browser)).not.toContain('Sign out everywhere else')
})

test('several accounts of one platform are told apart: by the address in the id token, or by the end of the id', async () => {
  const { browser } = await stage()
  await browser.signIn('idp', { as: 'ada' })
  await browser.signIn('idp', { as: 'layla', link: true })
  const page = await accountOf(browser)
  const shown = [...page.matchAll(/<bdi>Idp<\/bdi><\/strong><small><bdi>([^<·]*)/g)].map(
    ([, fact]) => fact?.trim(),
  )
  expect(shown.sort()).toEqual(['ada@people.test', 'layla@people.test'])
})

test('a long id is shown by its end, a short one whole', () => {
  const account = { userId: '1', type: 'oauth', provider: 'tiktok' } as const
  const label = (providerAccountId: string) => accountEnding({ ...account, providerAccountId })
  expect(label('-000mY6wYyPmTrWmQFZrNjXnhf0hRh1aB9xQ')).toBe('\u2068…Rh1aB9xQ\u2069')
  expect(label('p-ada')).toBe('p-ada')
})

test('platforms that are connected come first', async () => {
  const { browser } = await stage()
  await browser.signIn('idp', { as: 'ada' })
  const page = await accountOf(browser)
  const names = [...page.matchAll(/<bdi>(Idp|Plain|Evil)<\/bdi>/g)].map(([, name]) => name)
  expect(names).toEqual(['Idp', 'Plain', 'Evil'])
})

test('platforms that can be connected are folded away if there are many, and in the open if there are few', async () => {
  const many = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ ...idp, id, name: id.toUpperCase() }))
  const at = async (providers: (typeof idp)[]) => {
    const { browser } = await stage({ providers: [plain, ...providers] })
    await browser.signIn('plain', { as: 'ada' })
    return (await accountOf(browser)).split('<summary>More ways to sign in</summary>')
  }
  const [open = '', folded = ''] = await at(many)
  expect(open).toContain('<bdi>Plain</bdi>')
  expect(open).not.toContain('Connect: ')
  expect(folded.match(/aria-label="Connect: [A-E]"/g)).toHaveLength(5)
  const few = await at(many.slice(1))
  expect(few).toHaveLength(1)
  expect(few[0]?.match(/aria-label="Connect: [B-E]"/g)).toHaveLength(4)
})

test('a picture lies over the letter, as a background: one that has expired leaves no broken image', async () => {
  const page = await respond(gallery.account as Page).text()
  expect(page).toContain('background:url("https://pictures.test/gone") center/cover}')
  expect(page).toMatch(/class="tile portrait" aria-hidden="true">A<\/span>/)
})
