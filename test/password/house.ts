import { expect } from 'vitest'
import { pwnedPasswords } from '../../src/emulator/index.ts'
import type {
  AuthConfig,
  OutgoingMail,
  PasswordCalls,
  PasswordUserConfig,
} from '../../src/index.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import type { StoredItem } from '../../src/types/item.ts'
import type { Storage, StoredUser } from '../../src/types/storage.ts'
import { outside, plain } from '../attacks/stage.ts'
import { arrival, origin, type Setup, setup } from '../setup.ts'

export const base: string = `${origin}/api/auth`
export const ada = 'ada@people.test'
export const goodPassword = 'seven old boats at noon'
export const otherPassword = 'nine green lamps in fog'

const personas = [
  { id: 'ada', name: 'Ada', email: ada },
  { id: 'owner', name: 'Owner', email: ada, email_verified: true },
]

/** Settings under which nothing is made up. */
export const production: Partial<AuthConfig> = {
  secret: 'Xq3vT9mLw0ZbR7kNc5HsYe2UjA8dGfPo1iWtV6xQzBk',
  runtime: { env: { NODE_ENV: 'production' } },
}

/** A mail, with what its reader uses. */
export interface ReadMail extends OutgoingMail {
  link: string
  code: string
}

/** An application with passwords, and its post. */
export interface PasswordHouse extends Omit<Setup, 'auth'> {
  auth: Setup['auth'] & PasswordCalls
  storage: Required<Storage>
  mails: ReadMail[]
  /** Waits for what goes on after the answers. */
  settled(): Promise<void>
  /** The mail that comes next, or came last if nobody read it. */
  mail(): Promise<ReadMail>
}

/** Opens an application with passwords and one platform. */
export async function passwordHouse(
  options: PasswordUserConfig = {},
  config: Partial<AuthConfig> = {},
  others: AuthConfig['providers'] = [plain],
): Promise<PasswordHouse> {
  const world = await outside(personas, [pwnedPasswords()])
  const mails: ReadMail[] = []
  let read = 0
  const send = (mail: OutgoingMail) => {
    const link = /https:\S+/.exec(mail.text)?.[0] ?? ''
    const code = /\b(\d{3})[ \u00a0](\d{3})\b/.exec(mail.text)?.slice(1).join('') ?? ''
    mails.push({ ...mail, link, code })
  }
  const storage = (config.storage as Required<Storage>) ?? memory({ now: world.clock.now })
  const providers = [Password({ send, ...options }), ...others]
  const made = await setup({ providers, storage, ...config }, world)
  const auth = made.auth as PasswordHouse['auth']
  const later: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void later.push(work)
  const open = () =>
    createBrowser({
      origin,
      app: (request) => auth.handler(request, { waitUntil }),
      now: world.clock.now,
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  const settled = async () => void (await Promise.all(later.splice(0)))
  async function mail(): Promise<ReadMail> {
    await settled()
    // Server code has no response to go on after.
    await expect.poll(() => mails.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(read)
    read = mails.length
    return mails.at(-1) as ReadMail
  }
  return { ...made, auth, open, browser: open(), storage, mails, settled, mail }
}

/** Sends a form to the callback. */
export function post(
  browser: TestBrowser,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return browser.submit(`${base}/callback/password`, form, headers)
}

/** Types an address and a password into the form of the sign-up page. */
export function signUp(
  browser: TestBrowser,
  form: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  return post(browser, { action: 'signUp', email: ada, password: goodPassword, ...form }, headers)
}

/** Types an address and a password into the form of the sign-in page. */
export function signIn(
  browser: TestBrowser,
  password: string = goodPassword,
  email: string = ada,
): Promise<Response> {
  return post(browser, { email, password })
}

/** The flow that an answer leads to. */
export function flowOf(response: Response): string {
  const location = response.headers.get('location') ?? ''
  expect(location).toContain('/check-email?flow=')
  return new URL(location).searchParams.get('flow') ?? ''
}

/** Signs up and proves the address by the code. */
export async function signedUp(
  { mail }: Pick<PasswordHouse, 'mail'>,
  browser: TestBrowser,
  form: Record<string, string> = {},
): Promise<string> {
  const flow = flowOf(await signUp(browser, form))
  await post(browser, { flow, code: (await mail()).code })
  const session = await browser.session()
  expect(session).not.toBeNull()
  return session?.user.id ?? ''
}

/** Asks for a new password and returns the mail. */
export async function forget(
  { mail }: Pick<PasswordHouse, 'mail'>,
  browser: TestBrowser,
  email: string = ada,
): Promise<ReadMail & { flow: string }> {
  const flow = flowOf(await post(browser, { action: 'forgot', email }))
  return { ...(await mail()), flow }
}

/** The user of an address. */
export async function userOf(
  { storage }: Pick<PasswordHouse, 'storage'>,
  email: string = ada,
): Promise<StoredUser | null> {
  return (await storage.getUserByEmail(email)) ?? null
}

/** The items of a kind, as the storage has them. */
export async function itemsIn(
  { storage }: Pick<PasswordHouse, 'storage'>,
  kind: string,
): Promise<readonly StoredItem[]> {
  return (await storage.listItems({ kind: `password/${kind}` })).items
}
