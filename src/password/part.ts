import type { OptionKinds } from '../config/option-kinds.ts'
import type { Part } from '../config/part.ts'
import { assertKnownOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import { assertHasStorage } from '../config/provider.ts'
import type { ProviderInputs } from '../config/provider-inputs.ts'
import { mailSender } from '../methods/mail-sender.ts'
import type { MethodPart } from '../methods/method.ts'
import type { PasswordCalls, PasswordConfig } from '../types/password.ts'
import type { Storage } from '../types/storage.ts'
import { importOver, mailedLink, passwordHash, username } from './kinds.ts'
import { type PasswordUse, passwordMailer, type ResolvedPassword } from './resolved.ts'

const minutes = 60

/** NIST SP 800-63B-4 §3.1.1.2: where the password is the only factor, and where it is one of two. */
const usualMinimum = 15
const leastMinimum = 8

/** A minimum that no manager and no person minds. */
const mostMinimum = 64

const kinds: OptionKinds<keyof PasswordConfig> = {
  id: 'any',
  name: 'any',
  type: 'any',
  identifier: 'string',
  signUp: 'boolean',
  minimum: 'number',
  breached: 'boolean',
  import: 'function or object',
  send: 'function',
  method: 'any',
}

/** Passwords that Portico keeps. */
export const password: MethodPart<ResolvedPassword, PasswordUse, PasswordCalls> & {
  readonly events: PasswordConfig['method']['events']
} = {
  name: 'password',
  configure: (written, inputs) => configure(written as PasswordConfig, inputs),
  mail: {},
  check({ providers, parts, emulator, storage }) {
    for (const provider of providers.values()) {
      if (!isPassword(provider)) continue
      assertCanHash(provider)
      assertIsNotAlone(provider, parts)
      assertEndsSessions(provider, storage)
      // With usernames a mail is only sent to those who have an address.
      if (provider.identifier === 'email')
        mailSender({ providers, emulator }, passwordMailer(provider))
    }
  },
  // The same as those of email and credentials: whoever has both has one allowance.
  limits: {
    mail: { perAccount: 5, perClient: 30, seconds: 60 * minutes },
    code: { perAccount: 10, perClient: 100, seconds: 60 * minutes },
    credentials: { perAccount: 10, perClient: 100, seconds: 15 * minutes },
  },
  paths: {
    signup: { methods: ['GET'], provider: 'none' },
    'forgot-password': { methods: ['GET'], provider: 'none' },
    'check-email': { methods: ['GET'], provider: 'none' },
    password: { methods: ['GET', 'POST'], provider: 'none' },
  },
  namespaces: { passwords: ['has', 'set', 'change', 'remove'] },
  events: ['setPassword', 'changePassword', 'resetPassword'],
  hears: ['signIn'],
  kinds: [passwordHash, mailedLink, username, importOver],
  startsAtCallback: true,
  load: async () => (await import('./method.ts')).password,
}

function isPassword(provider: { readonly type: string }): provider is ResolvedPassword {
  return provider.type === 'password'
}

/** A reset that leaves a thief signed in is none. */
function assertEndsSessions({ id }: ResolvedPassword, storage: Storage | undefined): void {
  if (!storage || (storage.putItem && storage.deleteSessions)) return
  throw configError(
    'storage',
    'Password needs a storage that keeps items and can end all sessions of a user',
    'Auth.js adapters cannot. sql() of porticojs/storage/sql does, on the same database and tables.',
    id,
  )
}

/** Next's Edge runtime is let past: it reads sessions there, while Node answers the forms. */
function assertCanHash({ id }: ResolvedPassword): void {
  const { process, EdgeRuntime } = globalThis as Partial<typeof globalThis> & {
    EdgeRuntime?: string
  }
  if (process?.getBuiltinModule !== undefined || EdgeRuntime !== undefined) return
  throw configError(
    `providers.${id}`,
    'Password hashes with node:crypto, which this runtime does not have',
    'Use Node, Bun or Deno; in Cloudflare Workers, set the compatibility flag nodejs_compat.',
    id,
  )
}

function assertIsNotAlone({ id, minimum }: ResolvedPassword, parts: readonly Part[]): void {
  if (minimum >= usualMinimum || parts.some(({ isMandatory }) => isMandatory)) return
  throw configError(
    `providers.${id}.minimum`,
    `Passwords of ${minimum} characters are too short to be the only proof`,
    `Leave \`minimum\` at ${usualMinimum}, or add SecondFactor({ required: true }) to \`parts\`.`,
    id,
  )
}

function configure(
  written: PasswordConfig,
  inputs: ProviderInputs,
): Omit<ResolvedPassword, 'method'> {
  const { id, identifier = 'email', minimum = usualMinimum } = written
  assertHasStorage(id, inputs)
  // No module of Auth.js comes here, and a misspelt protection would be off.
  assertKnownOptions(`providers.${id}`, written, kinds, id)
  const refuse = (field: string, message: string, hint: string) =>
    configError(`providers.${id}.${field}`, message, hint, id)
  if (!['email', 'username'].includes(identifier))
    throw refuse(
      'identifier',
      `People cannot sign in by "${identifier}"`,
      'Write email or username.',
    )
  if (!Number.isInteger(minimum) || minimum < leastMinimum || minimum > mostMinimum)
    throw refuse(
      'minimum',
      `A password cannot have ${minimum} characters at least`,
      `Leave it at ${usualMinimum}, or write ${leastMinimum} or more where a second factor is mandatory.`,
    )
  const { signUp = true, breached = true } = written
  return { ...written, identifier, minimum, signUp, breached }
}
