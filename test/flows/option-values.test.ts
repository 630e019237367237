import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import type { AuthError } from '../../src/errors.ts'
import { Auth, type AuthConfig } from '../../src/index.ts'
import { AccessTokens } from '../../src/parts/access-tokens.ts'
import { Altcha } from '../../src/parts/altcha.ts'
import { FromBetterAuth } from '../../src/parts/better-auth.ts'
import { ChangeEmail } from '../../src/parts/change-email.ts'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { Gate } from '../../src/parts/gate.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { Notices } from '../../src/parts/notices.ts'
import { Operators } from '../../src/parts/operators.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import { Turnstile } from '../../src/parts/turnstile.ts'
import Credentials from '../../src/providers/credentials.ts'
import Email from '../../src/providers/email.ts'
import Guest from '../../src/providers/guest.ts'
import Passkey from '../../src/providers/passkey.ts'
import Password from '../../src/providers/password.ts'
import { memory } from '../../src/storage/memory.ts'
import { redis } from '../../src/storage/redis.ts'
import { sql } from '../../src/storage/sql.ts'
import { plain } from '../attacks/stage.ts'
import { secret } from '../setup.ts'

type Options = Record<string, unknown>
/** The configuration that has such options, and those that it cannot do without. */
type Place = [make: (options: never) => Partial<AuthConfig>, needed?: Options]

const send = () => undefined
const part = (make: (options: never) => object, needed: Options = {}): Place => [
  (options) => ({ parts: [make(options) as never] }),
  needed,
]
const method = (make: (options: never) => object, needed: Options = {}): Place => [
  (options) => ({ providers: [make(options) as never, plain] }),
  needed,
]

/** Every interface of options of a part or a method, by its name in the report of the interface. */
const parts: Readonly<Record<string, Place>> = {
  AccessTokenOptions: part(AccessTokens, { scopes: ['read'] }),
  AltchaOptions: part(Altcha),
  ChangeEmailOptions: part(ChangeEmail, { send }),
  DeviceSignInOptions: part(DeviceSignIn, { clients: { tv: 'TV' } }),
  FromBetterAuthOptions: part(FromBetterAuth, { secret }),
  GateOptions: part((options: object) => Gate(() => true, options)),
  JwtOptions: part(Jwt, { audience: 'https://api.example.com' }),
  NativeApp: part((app: never) => NativeApps([app]), {
    id: 'app',
    name: 'App',
    redirects: ['com.acme.app:/signed-in'],
  }),
  NoticeOptions: part(Notices, { send }),
  OperatorOptions: part(Operators),
  SecondFactorOptions: part(SecondFactor),
  TurnstileOptions: part(Turnstile, { siteKey: 'a', secretKey: 'b' }),
}
const methods: Readonly<Record<string, Place>> = {
  CredentialsConfig: method(Credentials as never, { credentials: {}, authorize: () => null }),
  EmailConfig: method(Email, { send }),
  GuestConfig: method(Guest),
  PasswordConfig: method(Password, { send }),
  WebAuthnConfig: method(Passkey),
}

const storages: Readonly<Record<string, Place>> = {
  MemoryOptions: [(options) => ({ storage: memory(options) })],
  RedisOptions: [(options) => ({ storage: redis('redis://127.0.0.1:1', options) })],
  SqlOptions: [(options) => ({ storage: sql('file::memory:', options) })],
}

/** The options of `Auth()` itself that are objects. */
const own: Readonly<Record<string, Place>> = {
  Theme: [(theme) => ({ theme })],
  'Theme links': [(links) => ({ theme: { links } })],
  Pages: [(pages) => ({ pages })],
}

const report = readFileSync('docs/api.md', 'utf8')

/** The options of an interface with their types, as the report writes them. What every provider has is told elsewhere. */
function optionsOf(name: string): [option: string, type: string][] {
  const [whole = '', inner] = name.split(' ')
  const body = new RegExp(`^interface ${whole}\\b[^{]*{\\n([\\s\\S]*?)^}`, 'm').exec(report)?.[1]
  // An object inside is written on one line.
  const [, fields = ''] = new RegExp(`\\b${inner}\\?: {(.*)}$`, 'm').exec(body ?? '') ?? []
  if (inner)
    return [...fields.matchAll(/(\w+)\??(: [^;]+)/g)].map(([, option = '', type = '']) => [
      option,
      type,
    ])
  const found = [...(body ?? '').matchAll(/^ {2}(\w+)\??([:(][\s\S]*?)(?=^ {2}\w|$(?![\s\S]))/gm)]
  return found
    .map(([, option = '', type = '']): [string, string] => [option, type])
    .filter(
      ([option]) =>
        !/^(id|name|type|method|options|needs)$/.test(option) || /^(NativeApp|Theme)$/.test(name),
    )
}

/** The types that an option may have by its declaration, in the words of `typeof`. */
function typesOf(type: string): Set<string> {
  const words: [RegExp, string][] = [
    [/=>|^\(|SendMail|ForeignHashes/, 'function'],
    [/ForeignHashes|readonly|Record|RelayingParty|Partial|Storage|SchemaNames|Inputs$/m, 'object'],
    [/\bstring\b(?!\[\])|'\w+'/, 'string'],
    [/\bnumber\b/, 'number'],
    [/\bboolean\b/, 'boolean'],
  ]
  if (/^: {/.test(type)) return new Set(['object'])
  // What a function takes and returns says nothing of the option.
  const isFunction = /^\(|=>/.test(type) && !/ForeignHashes|boolean \|/.test(type)
  const own = isFunction ? words.slice(0, 1) : words
  return new Set(own.filter(([word]) => word.test(type)).map(([, kind]) => kind))
}

/** A value of every kind that somebody may pass by mistake, most often from the environment. */
const values: readonly unknown[] = [
  ...[null, Number.NaN, Infinity, -1, 1.5, 7, 10n, true, 'no', '5', () => 'x', [7], { a: 7 }],
  ...['', ' ', 'a\nb', '\0', 'x'.repeat(10_000), new Date(0), Symbol('s')],
]

/** Numbers that no timer, count or lifetime can be. Days may be halves. */
const isNonsense = (value: unknown, option: string) =>
  typeof value === 'number' &&
  !((Number.isInteger(value) || (option === 'retention' && Number.isFinite(value))) && value > 0)

function refusalOf(make: () => Partial<AuthConfig>): Partial<AuthError> | undefined {
  const errors: object[] = []
  const logger = { error: (error: object) => void errors.push(error), warn: () => undefined }
  try {
    const runtime = { env: { NODE_ENV: 'test' } }
    Auth({
      providers: [plain],
      storage: memory(),
      secret,
      runtime,
      logger,
      ...make(),
    } as AuthConfig)
  } catch (thrown) {
    return thrown as object
  }
  return errors[0]
}

const cases = Object.entries({ ...parts, ...methods, ...storages, ...own }).flatMap(
  ([name, [make, needed = {}]]) =>
    optionsOf(name).map(([option, type]) => ({ name, option, type, make, needed })),
)

describe('an option of a part, a method, a storage, or inside one of Auth()', () => {
  test.each(cases)(
    '$name: $option is refused by its name where it is of no kind that it may be',
    (each) => {
      const types = typesOf(each.type)
      expect(types.size, each.type).toBeGreaterThan(0)
      const wrong = values.filter(
        (value) => value === null || !types.has(typeof value) || isNonsense(value, each.option),
      )
      expect(wrong.length).toBeGreaterThan(3)
      for (const value of wrong) {
        const options = { ...each.needed, [each.option]: value } as never
        const refusal = refusalOf(() => each.make(options))
        const said = `${each.option}: ${typeof value} ${String(value).slice(0, 20)}`
        expect(refusal, said).toMatchObject({ code: 'Configuration' })
        expect(refusal?.field, said).toMatch(
          /^(parts|providers|storage|retention|schema|theme|pages)\b/,
        )
        expect(`${refusal?.field} ${refusal?.message}`, said).toContain(each.option)
      }
    },
  )

  // Modules made for Auth.js may have options that the other methods do not know.
  const strict = { ...parts, ...storages, PasswordConfig: method(Password, { send }) }
  test.each(Object.entries(strict))(
    'of %s that is misspelt is refused, and the right name is said',
    (name, [make, needed = {}]) => {
      const options = optionsOf(name).map(([option]) => option)
      expect(options.length).toBeGreaterThan(0)
      for (const option of options) {
        const misspelt = { ...needed, [`${option}s`]: needed[option] ?? true } as never
        const refusal = refusalOf(() => make(misspelt))
        expect(refusal, option).toMatchObject({ code: 'Configuration' })
        expect(refusal?.field).toContain(`${option}s`)
      }
    },
  )

  test.each([...Object.entries(parts), ...Object.entries(methods)])(
    'of %s stays what it was where it is right',
    (_, [make, needed = {}]) => {
      expect(refusalOf(() => make({ ...needed } as never))).toBeUndefined()
    },
  )
})

test.each([
  ['a configuration that is forgotten', undefined],
  ['a logger without functions', { providers: [], logger: { error: 'x', warn: 1, debug: {} } }],
])('%s is told on the console, and nothing throws', (_, config) => {
  vi.stubEnv('NODE_ENV', 'production')
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => Auth(config as never)).not.toThrow()
  expect(told.mock.calls.join()).toContain('There are no providers')
  told.mockRestore()
  vi.unstubAllEnvs()
})

test.each([
  ['sql()', () => sql('file:./auth.db', { secrets: secret } as never)],
  ['redis()', () => redis('redis://127.0.0.1', { secrets: secret } as never)],
  ['Turnstile()', () => Turnstile({ secretKey: [secret] } as never)],
])('a secret of %s that is of no kind is refused, and not shown', (_, make) => {
  expect(make).toThrow(/\b(secrets|secretKey)` is (string|object), which is not/)
  expect(make).not.toThrow(secret)
})
