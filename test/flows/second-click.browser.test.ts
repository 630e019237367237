import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { serve } from '../methods/place.ts'

/** A server that takes its time: whoever waits for it goes on after `release`. */
function slowness() {
  let release = () => {}
  const waiting = new Promise<void>((go) => {
    release = go
  })
  return { waiting, release }
}

/** Presses a button, and once more while the server still works on the first click. */
async function pressTwice(tab: Page, button: string, release: () => void): Promise<void> {
  const posted = () => tab.waitForRequest((request) => request.method() === 'POST')
  const { x = 0, y = 0 } = (await tab.locator(button).first().boundingBox()) ?? {}
  // The mouse, because a locator waits for the page to be there.
  const click = () => tab.mouse.click(x + 5, y + 5)
  const first = posted()
  await click()
  await first
  const second = posted()
  await click()
  await second
  const arrived = tab.waitForEvent('load')
  release()
  await arrived
}

describe.runIf(haveChromium('second clicks in a browser'))('in Chromium without JavaScript', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser?.close())

  test('a person who clicks twice is sent one mail, and signed in by its code', async () => {
    const [mail, redeem] = [slowness(), slowness()]
    const codes: string[] = []
    const storage = memory()
    const { useVerificationToken } = storage
    storage.useVerificationToken = async (token) => {
      await redeem.waiting
      return useVerificationToken.call(storage, token)
    }
    const send = async ({ text }: { text: string }) => {
      codes.push(/\b(\d{3})[ \u00a0](\d{3})\b/.exec(text)?.slice(1).join('') ?? '')
      await mail.waiting
    }
    const place = await serve({ storage, providers: [Email({ send })] })
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: place.origin })
    const tab = await context.newPage()
    await tab.goto('/api/auth/signin?callbackUrl=/home')
    await tab.locator('[name=email]').first().fill('ada@people.test')
    await pressTwice(tab, 'form:has([name=email]) button', mail.release)
    expect(codes).toHaveLength(1)
    await tab.locator('[name=code]').fill(codes[0] ?? '')
    await pressTwice(tab, 'form:has([name=code]) button', redeem.release)
    expect(new URL(tab.url()).pathname).toBe('/home')
    const session = await (await context.request.get('/api/auth/session')).json()
    expect(session.user.email).toBe('ada@people.test')
    await context.close()
    await place.close()
  })
})
