import TheirResend from '@auth/core/providers/resend'
import { expect, test } from 'vitest'
import { Auth as AuthjsAuth } from '../../src/authjs/index.ts'
import type { AuthConfig } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { EmailUserConfig } from '../../src/types/email.ts'
import { origin, secret, setup } from '../setup.ts'
import { base, outside, plain, program, stage } from './stage.ts'

// GHSA-7rqj-j65f-68wh: an address was checked first and normalised afterwards.

/** Every character that NFKC or IDNA turns into one that an address is cut at, or into nothing. */
function lookAlikes(): string[] {
  const found: string[] = ['\u3002', '\u{E0001}', '\u{E0100}']
  // Beyond lie hundreds of selectors, of which two stand for all.
  for (let point = 0x80; point < 0xe0000; point++) {
    const character = String.fromCodePoint(point)
    if (!character.isWellFormed()) continue
    const isCut = /[\s@.,;:<>()[\]\\"%]/.test(character.normalize('NFKC'))
    if (isCut || /\p{Default_Ignorable_Code_Point}/u.test(character)) found.push(character)
  }
  return found
}

const characters = lookAlikes()
const places = (character: string) => [
  `ada${character}corp.test`,
  `ada${character}corp.test@evil.test`,
  `ada@corp.test${character}evil.test`,
  `a${character}da@corp.test`,
  `ada@co${character}rp.test`,
]
const attacks = characters.flatMap(places)
/** Each character in one place: enough where every request takes long. */
const tried = characters.map((character, index) => places(character)[index % 5] ?? '')

/** Thousands of requests take their time on a busy machine. */
const patience = 120_000

test('there are characters that look like the ends of an address', () => {
  expect(characters).toEqual(expect.arrayContaining(['＠', '﹫', '．', '，', '\u00A0', '\u200B']))
  expect(characters.length).toBeGreaterThan(300)
})

/** An application that writes down whom it would have mailed. */
async function mailing(options: EmailUserConfig = {}, config: Partial<AuthConfig> = {}) {
  const mailed: string[] = []
  const sendVerificationRequest = async ({ identifier }: { identifier: string }) =>
    void mailed.push(identifier)
  const email = Email({ from: 'Acme <hello@acme.test>', sendVerificationRequest, ...options })
  const storage = memory()
  const made = await setup({ providers: [email], storage, limits: false, ...config })
  return { ...made, storage, mailed }
}

const ways: Record<
  string,
  (at: Awaited<ReturnType<typeof mailing>>, email: string) => Promise<unknown>
> = {
  'the form': ({ open }, email) => open().submit(`${base}/signin/email`, { email }),
  JSON: ({ open }, email) =>
    open().send(
      new Request(`${base}/signin/email`, {
        method: 'POST',
        headers: { ...program, origin, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      }),
    ),
  'server code': ({ auth }, email) =>
    auth
      .signIn(new Request(origin, { headers: { origin } }), 'email', { fields: { email } })
      .catch((refused) => expect(refused).toMatchObject({ code: 'EmailInvalid' })),
}

test.each(Object.entries(ways))(
  'an address with a look-alike is mailed to nobody, by %s',
  async (way, send) => {
    const at = await mailing()
    for (const email of way === 'the form' ? tried : attacks) await send(at, email)
    expect(at.mailed).toEqual([])
    await send(at, 'ada@corp.test')
    expect(at.mailed).toEqual(['ada@corp.test'])
  },
  patience,
)

test(
  'an address is judged and mailed as the application’s own normalisation makes it',
  async () => {
    const normalizeIdentifier = (text: string) => text.normalize('NFKC').toLowerCase()
    const judged: unknown[] = []
    const signIn = ({ user }: { user: { email?: string | null } }) => judged.push(user.email) > 0
    const at = await mailing({ normalizeIdentifier }, { callbacks: { signIn } })
    for (const email of attacks) await ways.JSON?.(at, email)
    expect(at.mailed.length).toBeGreaterThan(0)
    for (const address of at.mailed)
      expect(address).toMatch(/^[\w%]+(\.\w+)*@[a-z0-9-]+(\.[a-z0-9-]+)+$/)
    expect(at.mailed).toEqual(judged)
  },
  patience,
)

test(
  'a provider that comes from Auth.js is held to the same',
  async () => {
    const mailed: string[] = []
    const resend = TheirResend({
      apiKey: 'none',
      from: 'hello@acme.test',
      sendVerificationRequest: async ({ identifier }) => void mailed.push(identifier),
    })
    const env = { NODE_ENV: 'test' }
    const logger = { error: () => {}, warn: () => {} }
    const shared = { secret, url: origin, env, logger, limits: false } as const
    const config = { ...shared, storage: memory(), providers: [resend] }
    const ask = (email: string) => {
      const body = new URLSearchParams({ email })
      const headers = { origin, ...program }
      const request = new Request(`${origin}/auth/signin/resend`, { method: 'POST', headers, body })
      return AuthjsAuth(request, config)
    }
    for (const email of attacks) expect((await ask(email)).status).toBe(400)
    expect(mailed).toEqual([])
    expect((await ask('ada@corp.test')).status).toBe(200)
    expect(mailed).toEqual(['ada@corp.test'])
  },
  patience,
)

test(
  'a user whose platform names an address with a look-alike has no address',
  async () => {
    const world = await outside()
    let profile = {}
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await world.fetch(input, init)
      const isProfile = new URL(String(input)).pathname === '/userinfo'
      return isProfile ? Response.json(profile) : response
    }
    const storage = memory()
    const { open } = await setup({ providers: [plain], storage, runtime: { fetch } }, world)
    const addresses: (string | null | undefined)[] = []
    const good = ['ada@corp.test', 'zoë@bücher.example']
    for (const email of [...tried, ...good]) {
      const id = `p${addresses.length}`
      profile = { id, name: 'Ada', email, email_verified: true }
      await open().signIn('plain')
      const owner = await storage.getUserByAccount({ provider: 'plain', providerAccountId: id })
      expect(owner).not.toBeNull()
      addresses.push(owner?.email)
    }
    expect(addresses.filter((address) => address !== null)).toEqual(good)
  },
  patience,
)

test.each([
  'ada@corp.test,eve',
  'eve,ada@corp.test',
  'eve;ada@corp.test',
  '<ada@corp.test>',
  '"ada"@corp.test',
  'ada(comment)@corp.test',
  'ada@[127.0.0.1]',
  'ada@corp.test:25',
  'ada@corp.test/evil',
])('a user whose address mail servers read as something else (%s) has none', async (email) => {
  const person = { id: 'ada', name: 'Ada', email, email_verified: true }
  const { browser } = await stage({}, [person])
  await browser.signIn('plain', { as: 'ada' })
  expect((await browser.session())?.user).toMatchObject({ name: 'Ada', email: null })
})
