import { expect, test } from 'vitest'
import type { Storage } from '../../../src/types/storage.ts'
import { errorOf, plain, stage } from '../../attacks/stage.ts'
import { origin } from '../../setup.ts'
import { OnPaper } from './paper.ts'

const base = `${origin}/api/auth`

/** The sheets of a user, as the storage has them. */
async function sheetsOf(storage: Storage, userId: string) {
  return (await storage.listItems?.({ userId, kind: 'paper/sheet' }))?.items ?? []
}

/** Somebody signs in with a platform and prints codes. */
async function printed(config = {}) {
  const at = await stage({ providers: [plain, OnPaper({ codes: 4 })], ...config })
  await at.browser.signIn('plain', { as: 'ada' })
  const userId = (await at.browser.session())?.user.id ?? ''
  const { codes } = await (await at.browser.submit(`${base}/print-codes/paper`)).json()
  return { ...at, userId, codes: codes as string[] }
}

test('a code on paper signs somebody in, once, and the session says how', async () => {
  const { open, userId, codes, log, storage } = await printed()
  const browser = open()
  const form = { name: userId, code: codes[0] ?? '', callbackUrl: '/home' }
  const arrived = await browser.submit(`${base}/callback/paper`, form)
  expect(arrived.headers.get('location')).toBe(`${origin}/home`)
  const session = await browser.session()
  expect(session?.user).toMatchObject({ id: userId, name: 'Ada Lovelace' })
  expect(session?.amr).toEqual(['otp'])
  const again = await open().submit(`${base}/callback/paper`, form)
  expect(errorOf(again)).toBe('CredentialsSignin')
  expect(await sheetsOf(storage, userId)).toMatchObject([{ data: { left: 3 }, version: 2 }])
  expect(log.errors).toEqual([])
})

test('it stands on the sign-in page and on the account page', async () => {
  const { browser, open } = await printed()
  const signIn = await (await open().visit(`${base}/signin`)).text()
  expect(signIn).toContain(`action="${base}/callback/paper"`)
  expect(signIn).toContain('A code from your paper')
  expect(signIn).toContain('Continue with Paper')
  const account = await (await browser.visit(`${base}/account`)).text()
  expect(account).toMatch(/Codes on paper<\/h2><ul><li((?!<\/li>).)*4 codes((?!<\/li>).)*Shred/)
  expect(account).toContain('Print codes')
})

test('it speaks the language of the application', async () => {
  const language = { methods: { paper: { code: 'Code vom Zettel' } } }
  const { open } = await printed({ language })
  expect(await (await open().visit(`${base}/signin`)).text()).toContain('Code vom Zettel')
})

test('it counts as a way in, and the last one stays', async () => {
  const { auth, browser, storage, userId } = await printed()
  await auth.accounts.unlink({ userId }, 'plain')
  expect(await storage.listAccounts(userId)).toEqual([])
  const shred = { action: 'remove', provider: 'paper', key: `paper ${userId}` }
  expect(errorOf(await browser.submit(`${base}/account`, shred))).toBe('LastMethod')
  expect(await sheetsOf(storage, userId)).toHaveLength(1)
  await expect(
    auth.users.removeWayIn({ userId }, 'paper', `paper ${userId}`),
  ).rejects.toMatchObject({
    code: 'LastMethod',
  })
})

test('it is removed where another way in is left', async () => {
  const { browser, storage, userId } = await printed()
  const shred = { action: 'remove', provider: 'paper', key: `paper ${userId}` }
  expect((await browser.submit(`${base}/account`, shred)).status).toBe(303)
  expect(await sheetsOf(storage, userId)).toEqual([])
})

test('guessing is limited, as the method itself says or as the application changes it', async () => {
  const guess = { name: 'ada', code: '00000000' }
  for (const [limits, tries] of [
    [{}, 3],
    [{ paper: { perAccount: 5 } }, 5],
  ] as const) {
    const at = await stage({ providers: [plain, OnPaper()], limits })
    const statuses: number[] = []
    for (let i = 0; i <= tries; i++) {
      const response = await at.browser.submit(`${base}/callback/paper`, guess, {
        accept: 'application/json',
      })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([...Array(tries).fill(401), 429])
  }
})

test('its data goes with its user', async () => {
  const { auth, storage, userId } = await printed()
  expect(await sheetsOf(storage, userId)).toHaveLength(1)
  await auth.users.delete({ userId })
  expect(await sheetsOf(storage, userId)).toEqual([])
})

test('server code signs in with it, and refuses what its configuration refuses', async () => {
  const { auth, userId, codes } = await printed()
  const fields = { name: userId, code: codes[1] ?? '' }
  const { url, cookies } = await auth.signIn(new Headers(), 'paper', { fields, callbackUrl: '/x' })
  expect(url).toBe(`${origin}/x`)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await auth.session(new Headers({ cookie })))?.user.id).toBe(userId)
  const { log } = await stage({ providers: [plain, OnPaper({ codes: 0 })] })
  expect(log.errors).toMatchObject([{ code: 'Configuration', field: 'providers.paper.codes' }])
})
