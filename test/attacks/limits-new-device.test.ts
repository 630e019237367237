import { describe, expect, test, vi } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { origin, setup } from '../setup.ts'
import { outside, plain, program } from './stage.ts'

const ada = 'ada@people.test'

/** An application that strangers hammer at, and an owner who comes with a device that nobody has seen before. */
async function hammered(config: Partial<AuthConfig> = {}, { mail = true } = {}) {
  const sent: string[] = []
  const authorize = vi.fn(({ email, password }: { email?: unknown; password?: unknown }) =>
    email === ada && password === 'right' ? { id: 'ada', email: ada } : null,
  )
  const credentials = { email: {}, password: { type: 'password' } }
  const providers = [
    Credentials({ credentials, authorize }),
    plain,
    ...(mail ? [Email({ sendVerificationRequest: ({ url }) => void sent.push(url) })] : []),
  ]
  const world = await outside()
  const storage = memory({ now: world.clock.now })
  const session = { strategy: 'cookie' } as const
  const made = await setup({ providers, storage, session, trustHost: true, ...config }, world)
  const from = (network: string, headers = program) => ({ ...headers, 'x-forwarded-for': network })
  const type = (who: TestBrowser, password: string, network: string) =>
    who.submit('/api/auth/callback/credentials', { email: ada, password }, from(network))
  const ask = (who: TestBrowser, network: string, more = {}, headers = program) =>
    who.submit('/api/auth/signin/email', { email: ada, ...more }, from(network, headers))
  /** One round of strangers: of passwords, and of mails, from everywhere. */
  const hammer = async (networks: readonly string[]) => {
    for (const network of networks) {
      await type(made.open(), 'wrong', network)
      if (mail) await ask(made.open(), network)
    }
  }
  return { ...made, sent, authorize, type, ask, hammer, from }
}

const everywhere = Array.from({ length: 40 }, (_, n) => `203.0.${n}.66`)
const onePlace = Array.from({ length: 40 }, () => '203.0.113.66')
const ownersPlace = '198.51.100.7'

/** Opens a mailed link with a browser that did not ask for it, and says yes to the question. */
async function openLink(who: TestBrowser, url = '') {
  await who.visit(url)
  return who.submit(url.replace(origin, ''), {})
}

describe('a new device of the owner, while strangers ask for mails from everywhere without end', () => {
  test('signs in with the link of any of these mails', async () => {
    const { open, sent, hammer, world } = await hammered()
    for (let hour = 0; hour < 3; hour++) {
      await hammer(everywhere)
      const owner = open()
      await openLink(owner, sent.at(-1))
      expect((await owner.session())?.user.email).toBe(ada)
      world.clock.advance('61m')
    }
    expect(sent).toHaveLength(15)
  })

  test('is led to the page that says so when it asks for another', async () => {
    const { open, hammer, ask } = await hammered()
    await hammer(everywhere)
    const owner = open()
    const answer = await ask(owner, ownersPlace, {}, { accept: 'text/html' })
    const page = await owner.visit(answer.headers.get('location') ?? '')
    expect(page.status).toBe(429)
    expect(page.headers.get('retry-after')).toBe('3600')
    const text = await page.text()
    expect(text).toContain('Open the link in it to sign in.')
    expect(text).toContain('Too many')
    expect((await ask(open(), ownersPlace)).status).toBe(429)
  })

  test('finds a link that signs in, although all of them ask to add the address to their own users', async () => {
    const { open, sent, ask, world } = await hammered()
    for (let hour = 0; hour < 2; hour++) {
      const strangers = await Promise.all(
        ['ada', 'noor'].map(async (as) => {
          const stranger = open()
          await stranger.signIn('plain', { as })
          return stranger
        }),
      )
      for (const [n, network] of everywhere.entries()) {
        const stranger = strangers[n % strangers.length]
        if (stranger) await ask(stranger, network, { link: 'true' })
      }
      expect(sent.splice(0)).toHaveLength(4)
      const owner = open()
      expect((await ask(owner, ownersPlace)).status).toBe(200)
      await owner.visit(sent.pop() ?? '')
      expect((await owner.session())?.user.email).toBe(ada)
      world.clock.advance('61m')
    }
  })
})

describe('a new device of the owner, while strangers guess passwords from everywhere without end', () => {
  test('comes in by mail, and types its password from then on', async () => {
    const { open, sent, hammer, type } = await hammered()
    const owner = open()
    for (let round = 0; round < 3; round++) {
      await hammer(everywhere)
      expect((await type(open(), 'right', ownersPlace)).status).toBe(429)
      if (round === 0) {
        expect((await type(owner, 'right', ownersPlace)).status).toBe(429)
        await openLink(owner, sent.at(-1))
        expect((await owner.session())?.user.email).toBe(ada)
        await owner.signOut()
      }
      expect((await type(owner, 'right', ownersPlace)).status).toBe(200)
      await owner.signOut()
    }
  })

  test('has ten tries there after the mail, and no stranger gets them', async () => {
    const { open, sent, hammer, type, authorize } = await hammered()
    await hammer(everywhere)
    const owner = open()
    await openLink(owner, sent.at(-1))
    authorize.mockClear()
    for (let n = 0; n < 15; n++) {
      await type(owner, 'wrong', ownersPlace)
      await type(open(), 'wrong', `192.0.2.${n}`)
    }
    expect(authorize).toHaveBeenCalledTimes(10)
  })

  test('without a way to send mail, waits like everybody: an hour has 40 guesses for all strangers', async () => {
    const { open, hammer, type, authorize, world } = await hammered({}, { mail: false })
    for (let quarter = 0; quarter < 4; quarter++) {
      await hammer(everywhere)
      expect((await type(open(), 'right', ownersPlace)).status).toBe(429)
      world.clock.advance('16m')
    }
    expect(authorize).toHaveBeenCalledTimes(40)
  })
})

describe('a stranger who hammers from one network', () => {
  test('leaves the owner tries from another, mail or not', async () => {
    const { open, hammer, type, authorize, world } = await hammered({}, { mail: false })
    for (let quarter = 0; quarter < 4; quarter++) {
      await hammer(onePlace)
      expect((await type(open(), 'right', ownersPlace)).status).toBe(200)
      world.clock.advance('16m')
    }
    // Eight wrong ones and the right one, four times.
    expect(authorize).toHaveBeenCalledTimes(36)
  })

  test('leaves the owner a mail', async () => {
    const { open, hammer, ask, sent } = await hammered()
    await hammer(onePlace)
    expect(sent).toHaveLength(4)
    const owner = open()
    expect((await ask(owner, ownersPlace)).status).toBe(200)
    await owner.visit(sent.at(-1) ?? '')
    expect((await owner.session())?.user.email).toBe(ada)
  })

  test('has eight tries in all, moving through the networks of one IPv6 customer', async () => {
    const { hammer, authorize } = await hammered({}, { mail: false })
    await hammer(Array.from({ length: 40 }, (_, n) => `2001:db8:1:${n.toString(16)}::1`))
    expect(authorize).toHaveBeenCalledTimes(8)
  })
})
