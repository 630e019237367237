import { expect } from 'vitest'
import { pwnedPasswords } from '../../src/emulator/index.ts'
import type {
  AuthConfig,
  AuthInstance,
  OutgoingMail,
  PasskeyCalls,
  PasswordCalls,
} from '../../src/index.ts'
import { ChangeEmail, type ChangeEmailCalls } from '../../src/parts/change-email.ts'
import Email from '../../src/providers/email.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { Storage } from '../../src/types/storage.ts'
import { outside, plain } from '../attacks/stage.ts'
import { origin, type Setup, setup } from '../setup.ts'

export const base: string = `${origin}/api/auth`
export const password = 'seven old boats at noon'

/** A mail, with what its reader uses. */
export interface Letter extends OutgoingMail {
  link: string
  code: string
}

/** An application whose people change their addresses. */
export interface EmailHouse extends Omit<Setup, 'auth'> {
  auth: AuthInstance & PasskeyCalls & PasswordCalls & ChangeEmailCalls
  storage: Required<Storage>
  /** The events that the application heard. */
  heard: string[]
  /** Lets another server answer from now on, whose clock is off by so many milliseconds. */
  serverOff(milliseconds: number): void
  mails: Letter[]
  /** The newest mail to an address; `after` is how many came there before it. */
  letter(to: string, after?: number): Promise<Letter>
  /** Signs somebody up by a mail, and says who they are. */
  enter(email: string, browser?: TestBrowser): Promise<string>
}

/** Opens it. */
export async function emailHouse(config: Partial<AuthConfig> = {}): Promise<EmailHouse> {
  const { parts = [], ...rest } = config
  const world = await outside(undefined, [pwnedPasswords()])
  const storage = (config.storage as Required<Storage>) ?? memory({ now: world.clock.now })
  const mails: Letter[] = []
  const heard: string[] = []
  const send = (mail: OutgoingMail) => {
    const link = /https:\S+/.exec(mail.text)?.[0] ?? ''
    const code = /\b(\d{3})[ \u00a0](\d{3})\b/.exec(mail.text)?.slice(1).join('') ?? ''
    mails.push({ ...mail, link, code })
  }
  const events = Object.fromEntries(
    ['updateUser', 'changeEmail', 'restoreEmail'].map((name) => [
      name,
      () => void heard.push(name),
    ]),
  )
  const providers: AuthConfig['providers'] = [Email({ send }), Password({ send }), Passkey, plain]
  const limits = false as const
  let off = 0
  const runtime = { now: () => world.clock.now() + off, ...config.runtime }
  const all = [ChangeEmail({ send }), ...parts]
  const made = await setup(
    { providers, storage, limits, events, ...rest, runtime, parts: all },
    world,
  )
  async function letter(to: string, after = 0): Promise<Letter> {
    const own = () => mails.filter((mail) => mail.to === to)
    await expect.poll(() => own().length, { timeout: 20_000 }).toBeGreaterThan(after)
    return own().at(-1) as Letter
  }
  async function enter(email: string, browser = made.browser): Promise<string> {
    const before = mails.filter((mail) => mail.to === email).length
    await browser.submit(`${base}/signin/email`, { email })
    await browser.submit((await letter(email, before)).link)
    const session = await browser.session()
    expect(session?.user.email).toBe(email)
    return session?.user.id ?? ''
  }
  const auth = made.auth as unknown as EmailHouse['auth']
  const serverOff = (milliseconds: number) => {
    off = milliseconds
  }
  return { ...made, auth, storage, heard, serverOff, mails, letter, enter }
}

/** Types a new address into the form of the account page. */
export function ask(browser: TestBrowser, email: string): Promise<Response> {
  return browser.submit(`${base}/change-email`, { email })
}

/** Brings the proof of it. */
export function prove(browser: TestBrowser, proof: Record<string, string>): Promise<Response> {
  return browser.submit(`${base}/change-email`, proof)
}

/** The token of a link. */
export function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token') ?? ''
}
