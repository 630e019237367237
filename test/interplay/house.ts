import type { Person } from '../../src/emulator/index.ts'
import type {
  AuditEntry,
  AuthConfig,
  AuthError,
  AuthInstance,
  OutgoingMail,
  PasskeyCalls,
  PasswordCalls,
} from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { ChangeEmail, type ChangeEmailCalls } from '../../src/parts/change-email.ts'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { Notices } from '../../src/parts/notices.ts'
import { type OperatorCalls, Operators } from '../../src/parts/operators.ts'
import { type FactorCalls, SecondFactor } from '../../src/parts/second-factor.ts'
import Email from '../../src/providers/email.ts'
import Guest from '../../src/providers/guest.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import type { AccessTokenCalls } from '../../src/types/access-tokens.ts'
import type { JwtCalls } from '../../src/types/jwt.ts'
import type { Storage } from '../../src/types/storage.ts'
import { idp, outside, plain } from '../attacks/stage.ts'
import { apps } from '../native-apps/house.ts'
import { arrival, type Log, origin, type Setup, secret, setup } from '../setup.ts'
import { type Failing, failing } from './failing.ts'

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

type Instance = AuthInstance &
  PasskeyCalls &
  PasswordCalls &
  FactorCalls &
  ChangeEmailCalls &
  OperatorCalls &
  AccessTokenCalls &
  JwtCalls

/** The rules of a house. */
export interface HouseRules {
  /** True if a user with an address must have a second factor. */
  readonly isRequired: boolean
  /** Sessions are in cookies, not in the storage. */
  readonly inCookies: boolean
  /** A second server answers every other request, with a clock that is half a minute ahead. */
  readonly hasTwoServers: boolean
}

/** A deployment of the application: what differs from one to the next. */
export interface Version {
  /** The newest first. */
  readonly secrets: readonly string[]
  /** The provider or part that is not configured. */
  readonly without?: string | undefined
}

/** The providers and parts that a deployment may leave out. */
export const removable: readonly string[] = [
  ...['plain', 'idp', 'guest', 'passkey', 'password', 'email'],
  ...['second-factor', 'change-email', 'operators', 'access-tokens', 'device-sign-in', 'notices'],
]

/** One application with every way in, and every part that gives somebody out as a user. */
export interface House extends Pick<Setup, 'world' | 'log' | 'open'> {
  readonly auth: Instance
  readonly version: Version
  storage: Failing
  letters: Letter[]
  notices: Letter[]
  /** Replaces the running application by another version, on the same storage. */
  deploy(version: Version): Promise<void>
  /** Waits for what goes on after the answers. */
  settled(): Promise<void>
  /** The lines of the audit log since it was asked last. */
  news(): Promise<AuditEntry[]>
}

/** Keeps the mails of one kind. */
function mailbox(): { letters: Letter[]; send(mail: OutgoingMail): void } {
  const letters: Letter[] = []
  const send = (mail: OutgoingMail) => {
    const link = /https:\S+/.exec(mail.text)?.[0] ?? ''
    const code = /\b(\d{3})[ \u00a0](\d{3})\b/.exec(mail.text)?.slice(1).join('') ?? ''
    letters.push({ ...mail, link, code })
  }
  return { letters, send }
}

/** The mails that somebody asked for, and the notices. */
interface Mail {
  readonly asked: ReturnType<typeof mailbox>
  readonly told: ReturnType<typeof mailbox>
}

/** All that a version configures. */
function configOf(rules: HouseRules, { secrets, without }: Version, mail: Mail) {
  const { isRequired, inCookies } = rules
  const { send } = mail.asked
  const trusted = { ...idp, allowDangerousEmailAccountLinking: true }
  const providers = {
    ...{ plain, idp: trusted, passkey: Passkey({ signUp: true }) },
    // Guests, and apps below, need sessions in the storage.
    ...(!inCookies && { guest: Guest() }),
    ...{ password: Password({ send, breached: false }), email: Email({ send }) },
  }
  const parts = {
    'second-factor': SecondFactor({ required: ({ user }) => isRequired && Boolean(user.email) }),
    'change-email': ChangeEmail({ send }),
    operators: Operators({ mayImpersonate: () => true }),
    'access-tokens': AccessTokens({ scopes: ['read', 'write'] }),
    'device-sign-in': DeviceSignIn({ clients: { tv: 'TV' } }),
    notices: Notices({ send: mail.told.send }),
    jwt: Jwt({ audience: 'api' }),
    ...(!inCookies && { 'native-apps': NativeApps(apps) }),
  }
  const kept = <T>(all: Record<string, T>) =>
    Object.entries(all).flatMap(([name, each]) => (name === without ? [] : [each]))
  return {
    providers: kept<(typeof providers)[keyof typeof providers]>(providers),
    parts: kept<NonNullable<(typeof parts)[keyof typeof parts]>>(parts),
    secret: secrets,
    // Of sessions in cookies the storage is asked at every look.
    session: inCookies
      ? { strategy: 'cookie' as const, check: 1 }
      : { strategy: 'database' as const },
    limits: false as const,
  }
}

/** Opens the application. */
export async function openHouse(rules: HouseRules): Promise<House> {
  const world = await outside(personas)
  const storage = failing(memory({ now: world.clock.now }))
  const mail = { asked: mailbox(), told: mailbox() }
  const log: Log = { errors: [], warnings: [] }
  let version: Version = { secrets: [secret] }
  let servers: Instance[] = []
  const deploy = async (next: Version) => {
    version = next
    const config = { ...configOf(rules, next, mail), storage } as Partial<AuthConfig>
    const start = async (off: number) => {
      const runtime = { now: () => world.clock.now() + off }
      const made = await setup({ ...config, runtime, logger: loggerOf(log) }, world)
      return made.auth as unknown as Instance
    }
    servers = [await start(0), ...(rules.hasTwoServers ? [await start(30_000)] : [])]
  }
  await deploy(version)
  const later: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>) => void later.push(work)
  let requests = 0
  const answer = async (request: Request) => {
    const server = servers[requests++ % servers.length]
    if (!server) throw new Error('No server runs')
    return server.handler(request, { waitUntil })
  }
  const open = (): TestBrowser =>
    createBrowser({
      origin,
      app: answer,
      now: world.clock.now,
      atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
    })
  return {
    ...{ world, log, storage, open, deploy, news: newsOf(storage) },
    ...{ letters: mail.asked.letters, notices: mail.told.letters },
    get auth() {
      const [first] = servers
      if (!first) throw new Error('No server runs')
      return first
    },
    get version() {
      return version
    },
    settled: async () => void (await Promise.all(later.splice(0))),
  }
}

const loggerOf = ({ errors, warnings }: Log) => ({
  error: (error: AuthError) => void errors.push(error),
  warn: (message: string) => void warnings.push(message),
})

/** Reads the audit log past the application, of which a version may have no operators. */
function newsOf(storage: Required<Storage>): House['news'] {
  let read = 0
  return async () => {
    const { entries } = await storage.findAudit({}, { limit: 1000 })
    const fresh = entries.slice(0, entries.length - read)
    read = entries.length
    return fresh.reverse()
  }
}
