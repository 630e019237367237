import { type Person, pwnedPasswords } from '../../src/emulator/index.ts'
import type { AuthConfig, AuthInstance, PasskeyCalls, PasswordCalls } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import Guest from '../../src/providers/guest.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import type { TestBrowser } from '../../src/testing.ts'
import type { GuestCalls, GuestUserConfig } from '../../src/types/guest.ts'
import type { Storage } from '../../src/types/storage.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { origin, type Setup, setup } from '../setup.ts'

export const base: string = `${origin}/api/auth`

const personas = [
  { id: 'ada', name: 'Ada', email: 'ada@people.test', email_verified: true },
  { id: 'bob', name: 'Bob', email: 'bob@people.test', email_verified: true },
]

/** A mail, with what its reader uses. */
export interface Letter {
  to: string
  link: string
  code: string
}

/** An application that lets people begin as guests. */
export interface GuestHouse extends Omit<Setup, 'auth'> {
  auth: AuthInstance & PasskeyCalls & PasswordCalls & GuestCalls
  storage: Required<Storage>
  /** The events that the application heard, with the ids of their users. */
  heard: [event: string, userId: string | undefined][]
  mails: Letter[]
}

/** Opens it, with every kind of way in. */
export async function guestHouse(
  options: GuestUserConfig = {},
  config: Partial<AuthConfig> = {},
  people: readonly Person[] = personas,
): Promise<GuestHouse> {
  const world = await outside(people, [pwnedPasswords()])
  const storage = (config.storage as Required<Storage>) ?? memory({ now: world.clock.now })
  const heard: GuestHouse['heard'] = []
  const hear = (event: string) => (message: { userId?: string; user?: { id?: string } }) =>
    void heard.push([event, message.userId ?? message.user?.id])
  const names = ['createUser', 'updateUser', 'linkAccount', 'takeover', 'deleteUser']
  const events = Object.fromEntries(
    [...names, 'promoteGuest', 'mergeGuest'].map((name) => [name, hear(name)]),
  )
  const mails: Letter[] = []
  const send = ({ to, text }: { to: string; text: string }) => {
    const link = /https:\S+/.exec(text)?.[0] ?? ''
    const code = /\b(\d{3})[ \u00a0](\d{3})\b/.exec(text)?.slice(1).join('') ?? ''
    mails.push({ to, link, code })
  }
  const posting = { ...idp, authorization: { params: { response_mode: 'form_post' } } }
  const providers: AuthConfig['providers'] = [
    Guest(options),
    { ...plain, allowDangerousEmailAccountLinking: true },
    posting,
    Passkey,
    Password({ send }),
    Email({ send }),
  ]
  const limits = false as const
  const made = await setup({ providers, storage, events, limits, ...config }, world)
  return { ...made, auth: made.auth as unknown as GuestHouse['auth'], storage, heard, mails }
}

/** Presses the button for guests, and says who that is. */
export async function beginAsGuest(browser: TestBrowser): Promise<string> {
  await browser.submit(`${base}/callback/guest`)
  const session = await browser.session()
  if (session?.user.guest !== true) throw new Error('Nobody became a guest')
  return session.user.id
}

/** Whether the storage knows a user as a guest. */
export async function isMarked(storage: Storage, userId: string): Promise<boolean> {
  return (await storage.getItem?.({ kind: 'guest/guest', lookup: userId })) !== null
}
