import type { Person } from '../../src/emulator/index.ts'
import type {
  AuditEntry,
  AuthConfig,
  AuthInstance,
  OutgoingMail,
  PasskeyCalls,
  PasswordCalls,
} from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { ChangeEmail, type ChangeEmailCalls } from '../../src/parts/change-email.ts'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import Email from '../../src/providers/email.ts'
import Guest from '../../src/providers/guest.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import type { AccessTokenCalls } from '../../src/types/access-tokens.ts'
import type { Storage } from '../../src/types/storage.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { apps } from '../native-apps/house.ts'
import { arrival, origin, type Setup, setup } from '../setup.ts'

export const base: string = `${origin}/api/auth`

/** The people of a story. Each reads the mail of their own addresses. */
export const mailboxes = {
  ada: ['ada@one.test', 'ada@two.test'],
  bob: ['bob@one.test'],
  eve: ['eve@one.test'],
} as const

export type Name = keyof typeof mailboxes
export const names: readonly Name[] = ['ada', 'bob', 'eve']
export const addresses: readonly string[] = Object.values(mailboxes).flat()

/** Eve says at both platforms that Ada's address is hers. Of Bob's, one of the platforms says nothing. */
const personas: readonly Person[] = [
  { id: 'ada', name: 'Ada', email: 'ada@one.test', email_verified: true },
  { id: 'bob', name: 'Bob', email: 'bob@one.test' },
  { id: 'eve', name: 'Eve', email: 'ada@one.test', email_verified: false },
]

/** A mail, with what its reader uses. */
export interface Letter extends OutgoingMail {
  readonly link: string
  readonly code: string
}

/** One application with every way in, and every part that gives somebody out as a user. */
export interface House extends Omit<Setup, 'auth' | 'browser'> {
  auth: AuthInstance &
    PasskeyCalls &
    PasswordCalls &
    FactorCalls &
    ChangeEmailCalls &
    OperatorCalls &
    AccessTokenCalls
  storage: Required<Storage>
  letters: Letter[]
  /** Waits for what goes on after the answers. */
  settled(): Promise<void>
  /** The lines of the audit log since it was asked last. */
  news(): Promise<AuditEntry[]>
}

/** Opens it. `isRequired`: whoever has an address must have a second factor. */
export async function openHouse(isRequired: boolean): Promise<House> {
  const world = await outside(personas)
  const storage = memory({ now: world.clock.now })
  const letters: Letter[] = []
  const send = (mail: OutgoingMail) => {
    const link = /https:\S+/.exec(mail.text)?.[0] ?? ''
    const code = /\b(\d{3})[ \u00a0](\d{3})\b/.exec(mail.text)?.slice(1).join('') ?? ''
    letters.push({ ...mail, link, code })
  }
  const trusted = { ...idp, allowDangerousEmailAccountLinking: true }
  const config: Partial<AuthConfig> = {
    providers: [
      ...[Guest(), plain, trusted, Passkey({ signUp: true })],
      ...[Password({ send, breached: false }), Email({ send })],
    ],
    parts: [
      SecondFactor({ required: ({ user }) => isRequired && Boolean(user.email) }),
      ...[ChangeEmail({ send }), Operators(), AccessTokens({ scopes: ['read'] })],
      ...[NativeApps(apps), DeviceSignIn({ clients: { tv: 'TV' } })],
    ],
    storage,
    session: { strategy: 'database' },
    limits: false,
  }
  const made = await setup(config, world)
  const later: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void later.push(work)
  const auth = made.auth as unknown as House['auth']
  const open = (): TestBrowser =>
    createBrowser({
      origin,
      app: (request) => auth.handler(request, { waitUntil }),
      now: world.clock.now,
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  let read = 0
  return {
    ...made,
    ...{ auth, storage, letters, open },
    settled: async () => void (await Promise.all(later.splice(0))),
    async news() {
      const { entries } = await auth.audit.list({ limit: 1000 })
      const fresh = entries.slice(0, entries.length - read)
      read = entries.length
      return fresh.reverse()
    },
  }
}
