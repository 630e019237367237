import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccessTokenClient } from '../../src/client/access-tokens.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { bundle, type Files, type Place, serve } from './place.ts'

const script = `
  import { accessTokens } from '../../src/client/access-tokens.ts'
  Object.assign(globalThis, { tokens: accessTokens() })
`

describe.runIf(haveChromium('access tokens'))('in Chromium', () => {
  let browser: Browser
  let files: Files
  let place: Place
  const opened: Page[] = []

  beforeAll(async () => {
    browser = await launch()
    files = await bundle(script)
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    const parts = [AccessTokens({ scopes: ['read', 'write'] })]
    const document = '<body><script type="module" src="/page.js"></script>'
    place = await serve(() => document, files, { storage: memory(), parts })
  })
  afterEach(async () => {
    for (const page of opened.splice(0)) await page.context().close()
    await place.close()
  })

  const who = (token: string) =>
    place.auth.session(new Headers({ authorization: `Bearer ${token}` }), { scopes: ['read'] })

  async function enter(options: BrowserContextOptions = {}): Promise<Page> {
    const page = await browser.newPage({ baseURL: place.origin, ...options })
    opened.push(page)
    await page.goto('/api/auth/signin?callbackUrl=/api/auth/account')
    await page.fill('[name=name]', 'ada')
    await page.fill('[name=password]', 'lovelace')
    await page.click('form button')
    await page.waitForURL('**/account')
    return page
  }

  test('a person copies a new token by a button', async () => {
    const page = await enter({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.fill('form[action$="/tokens"] [name=name]', 'Backup')
    await page.getByLabel('read').check()
    await page.click('form[action$="/tokens"] button')
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toBe(await page.getByLabel('Access token').inputValue())
  })

  test('a person makes a token, copies it and revokes it, without JavaScript', async () => {
    const page = await enter({ javaScriptEnabled: false })
    await page.fill('form[action$="/tokens"] [name=name]', 'Backup')
    await page.getByLabel('read').check()
    await page.click('form[action$="/tokens"] button')
    expect(await page.title()).toContain('Your new access token')
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
    const token = await page.getByLabel('Access token').inputValue()
    expect((await who(token))?.scopes).toEqual(['read'])
    await page.getByRole('link', { name: 'Done' }).click()
    expect(await page.content()).not.toContain(token)
    await page.getByRole('button', { name: 'Revoke: Backup' }).click()
    expect(await page.content()).toContain('You have no access token')
    expect(await who(token)).toBeNull()
  })

  test('a page of one’s own makes, lists and revokes them by the client', async () => {
    const page = await enter()
    await page.goto('/')
    const made = await page.evaluate(async () => {
      const { tokens } = globalThis as unknown as { tokens: AccessTokenClient }
      const created = await tokens.create({ name: 'CI', scopes: ['read', 'write'] })
      const listed = await tokens.list()
      return { created, listed }
    })
    expect((await who(made.created.token))?.scopes).toEqual(['read', 'write'])
    const { token: _, ...own } = made.created
    expect(made.listed).toEqual({ tokens: [own], next: null })
    const left = await page.evaluate(async (id) => {
      const { tokens } = globalThis as unknown as { tokens: AccessTokenClient }
      await tokens.revoke(id)
      const again = await tokens.revoke(id).catch(({ code }) => code)
      return [(await tokens.list()).tokens.length, again]
    }, own.id)
    expect(left).toEqual([0, 'NotFound'])
    expect(await who(made.created.token)).toBeNull()
  })
})
