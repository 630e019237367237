import { isEquipped } from '../services/equipment.ts'
import type { AuthConfig } from '../types/config.ts'
import { allOf, assertTypes, notOfKind, type OptionKinds } from './option-kinds.ts'
import { options, runtimeOptions } from './options.ts'

/** Refuses options of a wrong type, such as `session: 'jwt'`. */
export function assertOptionTypes(config: AuthConfig): void {
  const { timeout = 1, size = 1 } = config.runtime?.outbound ?? {}
  assertNumbers('runtime.outbound', { timeout, size })
  const limits = Object(config.limits)
  assertAll(limits, 'object', 'limits.')
  for (const [kind, limit] of Object.entries<object | undefined>(limits)) {
    assertNumbers(`limits.${kind}`, limit)
  }
  assertStorage(config)
  assertTypes(config, options, '', examples)
  for (const [place, kinds] of Object.entries(insideOf))
    assertTypes(Object(config[place as keyof AuthConfig]), kinds, `${place}.`, examples)
  const { links, ...texts } = Object(config.theme)
  assertAll(texts, 'string', 'theme.')
  assertAll(Object(links), 'string', 'theme.links.')
}

/** Refuses values that are not all of one type, whatever their names. */
function assertAll(written: object, kind: string, place: string): void {
  assertTypes(written, allOf(Object.keys(written), kind), place)
}

const insideOf: Readonly<Record<string, OptionKinds>> = {
  runtime: runtimeOptions,
  theme: { links: 'object', colorScheme: '"auto", "light" or "dark"' },
  webhooks: { endSessions: 'boolean' },
  account: { changeName: 'boolean' },
  session: { strategy: '"jwt", "cookie" or "database"', remember: 'boolean or "ask"' },
}

const examples: Readonly<Record<string, string>> = {
  basePath: "`basePath: '/api/auth'`",
  session: "`session: { strategy: 'jwt' }`",
  'runtime.now': '`runtime: { now: () => Date.now() }`',
}

/** Refuses a limit that is not a number above 0: no count exceeds `NaN`, and such a limit would limit nobody. */
function assertNumbers(option: string, written: object | undefined): void {
  for (const [field, value] of Object.entries(written ?? {})) {
    if (typeof value === 'number' && value > 0) continue
    throw notOfKind(`${option}.${field}`, value, 'a number above 0', units[field])
  }
}

const units: Readonly<Record<string, string>> = {
  timeout: 'milliseconds, such as 10000',
  size: 'bytes, such as 1000000',
}

/** Refuses a storage that is none of Portico's, such as a promise or an empty object, and the option `adapter`, which nothing reads. */
function assertStorage(config: AuthConfig): void {
  const { storage } = config
  const isGood =
    storage === undefined || (typeof storage?.getUser === 'function' && isEquipped(storage))
  const wrong = 'adapter' in config ? 'adapter' : !isGood && 'storage'
  if (!wrong) return
  throw notOfKind(
    wrong,
    Reflect.get(config, wrong),
    'a storage of Portico',
    '`memory()`, `sql(…)` or `redis(…)` from porticojs/storage, or `storage: fromAdapter(…)` for an Auth.js adapter',
  )
}
