import { describe, expect, test } from 'vitest'
import type { TestBrowser } from '../../src/testing.ts'
import { ask, mailHouse, mails, startMails, typeCode } from '../methods/mail-house.ts'
import { setup } from '../setup.ts'
import { base, idp, outside, plain, program } from './stage.ts'

startMails()

/** An answer without what differs from one browser to the next. */
async function seen(response: Response, address: string): Promise<unknown[]> {
  const { status, headers } = response
  const plainly = (text: string) =>
    text.replaceAll(address, 'ADDRESS').replaceAll(encodeURIComponent(address), 'ADDRESS')
  const neutral = (text: string) =>
    plainly(text)
      .replace(/flow=[\w-]+|flow\.[\w-]+/g, 'FLOW')
      .replace(/(nonce|(name="(flow|again|csrfToken)" value))="[^"]*"/g, 'CHANCE')
  const cookies = headers.getSetCookie().map((line) => neutral(line.split('=')[0] ?? ''))
  return [status, neutral(headers.get('location') ?? ''), cookies, neutral(await response.text())]
}

type House = Awaited<ReturnType<typeof mailHouse>>

// Better Auth #10605: a code was refused in other words for an address that nobody has.
describe('every address is answered alike, whether or not somebody has it', () => {
  const probes: Record<string, (browser: TestBrowser, address: string) => Promise<Response>> = {
    'asking for a mail': (browser, address) => ask(browser, address),
    'a wrong code': async (browser, address) =>
      typeCode(browser, await ask(browser, address), '000000'),
    'a code that nobody asked for': (browser) =>
      browser.submit(`${base}/callback/email`, { code: '000000', flow: 'made-up' }, program),
    'a code with the address besides': (browser, email) =>
      browser.submit(`${base}/callback/email`, { code: '000000', email }, program),
    'a link that was made up': (browser, email) =>
      browser.visit(`${base}/callback/email?${new URLSearchParams({ email, token: 'made-up' })}`),
    'a link that was made up, confirmed': (browser, email) =>
      browser.submit(`${base}/callback/email?${new URLSearchParams({ email, token: 'made-up' })}`),
    'too many codes': async (browser, address) => {
      const sent = await ask(browser, address)
      for (let guess = 0; guess < 11; guess++) await typeCode(browser, sent, '000000')
      return typeCode(browser, sent, '000000')
    },
    'too many mails': async (browser, address) => {
      for (let mail = 0; mail < 6; mail++) await ask(browser, address)
      return ask(browser, address)
    },
    'the page that asks for the code': async (browser, address) => {
      const sent = await ask(browser, address)
      return browser.visit(sent.headers.get('location') ?? '')
    },
  }

  test.each(Object.entries(probes))('by %s', async (_, probe) => {
    const known = 'ada@corp.test'
    const unproven = 'bob@corp.test'
    const unknown = 'eve@corp.test'
    const house: House = await mailHouse()
    await house.storage.createUser({ id: 'ada', email: known, emailVerified: new Date() })
    await house.storage.createUser({ id: 'bob', email: unproven, emailVerified: null })
    const heard = []
    for (const address of [known, unproven, unknown]) {
      heard.push(await seen(await probe(house.open(), address), address))
    }
    expect(heard[1]).toEqual(heard[0])
    expect(heard[2]).toEqual(heard[0])
  })
})

// Better Auth #10240: tries were counted for each challenge, so that a new one brought new tries.
test('a new mail brings no new tries', async () => {
  const { open } = await mailHouse()
  const answers: string[] = []
  for (let mail = 0; mail < 4; mail++) {
    const browser = open()
    const sent = await ask(browser, 'ada@corp.test')
    const right = mails().latest().code
    const wrong = right === '000000' ? '111111' : '000000'
    for (let guess = 0; guess < 3; guess++) {
      const { headers } = await typeCode(browser, sent, wrong)
      answers.push(new URL(headers.get('location') ?? '').searchParams.get('error') ?? '')
    }
    if (mail < 3) continue
    // Not even the right one is looked at now.
    await typeCode(browser, sent, right)
    expect(await browser.session()).toBeNull()
  }
  expect(answers).toEqual([...Array(10).fill('CredentialsSignin'), 'RateLimited', 'RateLimited'])
})

// Better Auth #9575: whoever said `plain`, or nothing, got a challenge that is the verifier.
describe('a challenge is the hash of its verifier', () => {
  const lies: Record<string, object> = {
    'knows only plain': { code_challenge_methods_supported: ['plain'] },
    'knows plain first': { code_challenge_methods_supported: ['plain', 'S256'] },
    'knows none': { code_challenge_methods_supported: [] },
    'does not say': { code_challenge_methods_supported: undefined },
  }

  test.each(Object.entries(lies))('for a platform that %s', async (_, lie) => {
    const world = await outside()
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await world.fetch(input, init)
      return new URL(String(input)).pathname.startsWith('/.well-known')
        ? Response.json({ ...(await response.json()), ...lie })
        : response
    }
    const { auth, browser } = await setup({ providers: [idp, plain], runtime: { fetch } }, world)
    const weak = { code_challenge_method: 'plain', code_challenge: 'a' }
    for (const provider of ['idp', 'plain']) {
      const form = await browser.start(provider, weak)
      const code = await auth.signIn(new Request(base), provider, { params: weak })
      for (const url of [form, code.url]) {
        const sent = Object.fromEntries(new URL(url).searchParams)
        expect(sent).toMatchObject({
          code_challenge_method: 'S256',
          code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        })
        expect(sent.code_verifier).toBeUndefined()
      }
    }
    await browser.signIn('plain', { as: 'ada' })
    expect(await browser.session()).not.toBeNull()
  })
})
