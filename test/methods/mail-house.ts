import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { AuthConfig } from '../../src/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { EmailUserConfig } from '../../src/types/email.ts'
import type { StoredUser } from '../../src/types/storage.ts'
import { origin, setup } from '../setup.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** Where visitors of these stories want to go. */
export const home: string = `${origin}/home`

let server: MailServer | undefined

/** Starts an SMTP server for a test file, which is empty before each test. */
export function startMails(): void {
  beforeAll(async () => {
    server = await startMailServer()
  })
  afterAll(() => server?.close())
  beforeEach(() => {
    mails().received.length = 0
    mails().recipients.length = 0
  })
}

/** The SMTP server of the test file. */
export function mails(): MailServer {
  if (!server) throw new Error('There is no mail server: startMails() starts one')
  return server
}

/** An application that sends its mails there. */
export interface MailHouse extends Awaited<ReturnType<typeof setup>> {
  storage: ReturnType<typeof memory>
  /** Stores somebody and signs them in by their id. */
  signIn(browser: TestBrowser, user: Partial<StoredUser>): Promise<StoredUser>
}

/** Opens such an application. */
export async function mailHouse(
  config: Partial<AuthConfig> = {},
  provider: EmailUserConfig = {},
): Promise<MailHouse> {
  const storage = memory()
  const email = Email({ server: mails().url, from: 'Acme <hello@acme.test>', ...provider })
  const byId = Credentials({
    credentials: { id: {} },
    authorize: ({ id }) => storage.getUser(String(id)),
  })
  const house = await setup({ providers: [email, byId], storage, ...config })
  async function signIn(browser: TestBrowser, user: Partial<StoredUser>): Promise<StoredUser> {
    const id = `user-${user.name}`
    const stored = await storage.createUser({ emailVerified: null, ...user, id })
    await browser.submit('/api/auth/callback/credentials', { id })
    expect((await browser.session())?.user.id).toBe(id)
    return stored
  }
  return { storage, signIn, ...house }
}

/** Types an address into the form of the sign-in page. */
export function ask(
  browser: TestBrowser,
  email: string,
  form: Record<string, string> = {},
): Promise<Response> {
  return browser.submit('/api/auth/signin/email', { email, callbackUrl: '/home', ...form })
}

/** Opens a link, reads the page and presses its button. */
export async function confirm(browser: TestBrowser, link: string): Promise<Response> {
  const page = await browser.visit(link)
  expect(page.status).toBe(200)
  const text = await page.text()
  expect(text).toContain('Continue signing in')
  expect(text).not.toContain(new URL(link).searchParams.get('token'))
  return browser.submit(link)
}

/** Types a code into the page that an answer to `ask` leads to. */
export async function typeCode(
  browser: TestBrowser,
  sent: Response,
  code: string,
): Promise<Response> {
  const flow = new URL(sent.headers.get('location') ?? '').searchParams.get('flow') ?? ''
  return browser.submit('/api/auth/callback/email', { code, flow })
}
