import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Emulator, emulator, type Listening, turnstile } from '../../src/emulator/index.ts'
import { Turnstile } from '../../src/parts/turnstile.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { haveChromium, launch } from '../browser.ts'
import { type Place, serve } from '../methods/place.ts'
import { gatedFormStories, gatedProviders } from './gated-forms.ts'

describe.runIf(haveChromium('Turnstile in a browser'))('in Chromium', () => {
  let browser: Browser
  let world: Emulator
  let listening: Listening
  let place: Place
  let tab: Page
  let hosts: Set<string>
  let violations: string[]

  beforeAll(async () => {
    browser = await launch()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    hosts = new Set()
    violations = []
    world = await emulator({ platforms: [turnstile()] })
    listening = await world.listen()
    place = await serve({
      storage: memory(),
      session: { strategy: 'cookie' },
      parts: [Turnstile()],
      providers: [Email({ from: 'hello@example.com' }), ...gatedProviders],
      runtime: { env: { NODE_ENV: 'test', AUTH_EMULATOR: listening.url } },
    })
    tab = await browser.newPage({ baseURL: place.origin })
    tab.on('request', (request) => void hosts.add(new URL(request.url()).origin))
    tab.on('console', (line) => {
      if (line.text().includes('Content Security Policy')) violations.push(line.text())
    })
  })
  afterEach(async () => {
    await tab.context().close()
    await place.close()
    await listening.close()
    expect(violations).toEqual([])
    expect([place.origin, listening.url]).toEqual(expect.arrayContaining([...hosts]))
  })

  const mails = () => world.inbox.messages()
  const askForMail = async () => {
    await tab.goto('/api/auth/signin')
    await tab.fill('input[name=email]', 'ada@example.com')
    await tab.click('form[action$="/signin/email"] button')
  }

  test('sends a mail, and another one, each with a token of its own', async () => {
    await askForMail()
    await tab.waitForURL('**/verify-request**')
    expect(mails()).toMatchObject([{ to: 'ada@example.com' }])
    await tab.click('button.plain')
    await tab.waitForURL('**sent=again**')
    expect(mails()).toHaveLength(2)
    const asked = world.received.filter(({ endpoint }) => endpoint === 'siteverify')
    expect(asked).toHaveLength(2)
  })

  test('asks Cloudflare for nothing before somebody uses a form', async () => {
    await tab.goto('/api/auth/signin')
    await tab.waitForLoadState('networkidle')
    expect([...hosts]).toEqual([place.origin])
    await tab.focus('input[name=email]')
    await expect.poll(() => [...hosts]).toContain(listening.url)
  })

  test('shows the widget to those whom Cloudflare doubts, and waits for them', async () => {
    world.next({ endpoint: 'widget', answer: 'asks' })
    await askForMail()
    const box = tab.frameLocator('iframe[title="Practice Turnstile"]').getByRole('checkbox')
    await box.waitFor({ state: 'visible' })
    expect(mails()).toEqual([])
    await box.click()
    await tab.waitForURL('**/verify-request**')
    expect(mails()).toHaveLength(1)
  })

  test('says so if no token is to be had, and tries again', async () => {
    world.next({ endpoint: 'widget', answer: 'blocks' })
    await askForMail()
    await tab.getByRole('alert').waitFor()
    expect(await tab.getByRole('alert').textContent()).toMatch(
      /not a robot right now\nNothing was sent.* try again in a moment\./,
    )
    expect(mails()).toEqual([])
    await tab.click('form[action$="/signin/email"] button')
    await tab.waitForURL('**/verify-request**')
    expect(mails()).toHaveLength(1)
  })

  test('says so if the script cannot be loaded, and tries again', async () => {
    await tab.route('**/api.js*', (route) => route.abort(), { times: 1 })
    await askForMail()
    await tab.getByRole('alert').waitFor()
    expect(mails()).toEqual([])
    await tab.click('form[action$="/signin/email"] button')
    await tab.waitForURL('**/verify-request**')
    expect(mails()).toHaveLength(1)
  })

  test.each(['foreign-host', 'other-action', 'timeout-or-duplicate'])(
    'lets nobody pass whose token is refused: %s',
    async (answer) => {
      world.next({ endpoint: 'siteverify', answer })
      await askForMail()
      await tab.waitForURL('**/api/auth/gate**')
      expect(await tab.textContent('h1')).toContain('not a robot')
      expect(mails()).toEqual([])
    },
  )

  gatedFormStories(() => ({ browser, place, tab }))
})
