import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutgoingMail } from '../../src/index.ts'
import { ChangeEmail } from '../../src/parts/change-email.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { bundle, type Files, type Place, serve } from './place.ts'

const script = `
  import * as calls from '../../src/client/change-email.ts'
  import { createClient } from '../../src/client/index.ts'
  const client = createClient()
  client.subscribe(({ session }) => document.title = session?.user.email ?? 'none')
  Object.assign(globalThis, calls)
`
type Calls = typeof import('../../src/client/change-email.ts')

describe.runIf(haveChromium('a new address on a page of one’s own'))('in Chromium', () => {
  let browser: Browser
  let files: Files
  let place: Place
  let page: Page
  let mails: OutgoingMail[]
  const storage = memory({ now: Date.now })

  beforeAll(async () => {
    browser = await launch()
    files = await bundle(script)
    const proven = { email: 'ada@old.test', emailVerified: new Date() }
    await storage.createUser({ id: 'ada', name: 'Ada', ...proven })
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    mails = []
    const document = '<body><script type="module" src="/page.js"></script>'
    place = await serve(() => document, files, {
      storage,
      session: { strategy: 'database' },
      providers: [Credentials({ credentials: {}, authorize: () => ({ id: 'ada' }) })],
      parts: [ChangeEmail({ send: (mail) => void mails.push(mail) })],
    })
    page = await browser.newPage({ baseURL: place.origin })
  })
  afterEach(async () => {
    await page.context().close()
    await place.close()
  })

  /** Calls a function of the door in the page, and tells the code that it rejects with. */
  function call(name: keyof Calls, fields: object): Promise<string> {
    return page.evaluate(
      ([wanted, given]) => {
        const run = Reflect.get(globalThis, wanted as string)
        return run(given).then(
          () => 'done',
          ({ code }: { code: string }) => code,
        )
      },
      [name, fields],
    )
  }

  test('a person who is not signed in is refused', async () => {
    await page.goto('/')
    expect(await call('changeEmail', { email: 'ada@new.test' })).toBe('SessionRequired')
    expect(await call('confirmEmail', { code: '123456' })).toBe('SessionRequired')
  })

  test('a person types an address and its code, and the page shows the new address', async () => {
    await page.goto('/api/auth/signin?callbackUrl=/')
    await page.click('form button')
    await page.waitForURL(`${place.origin}/`)
    await expect.poll(() => page.title()).toBe('ada@old.test')
    expect(await call('changeEmail', { email: 'no address' })).toBe('EmailInvalid')
    expect(await call('changeEmail', { email: 'ada@new.test' })).toBe('done')
    await expect.poll(() => mails.length).toBe(1)
    const code = /\b\d{3}[ \u00a0]\d{3}\b/.exec(mails[0]?.text ?? '')?.[0] ?? ''
    const wrong = code.startsWith('1') ? '222222' : '111111'
    expect(await call('confirmEmail', { code: wrong })).toBe('CredentialsSignin')
    expect(await page.title()).toBe('ada@old.test')
    expect(await call('confirmEmail', { code })).toBe('done')
    await expect.poll(() => page.title()).toBe('ada@new.test')
    expect((await storage.getUser('ada'))?.email).toBe('ada@new.test')
    expect(await call('confirmEmail', { token: 'used' })).toBe('Verification')
  })
})
