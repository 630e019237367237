import { isEquipped } from '../services/equipment.ts'
import type { AuthConfig } from '../types/config.ts'
import { options, runtimeOptions } from './options.ts'
import { configError } from './problems.ts'

/** Refuses options whose values are of another kind than what is expected, such as `session: 'jwt'`. */
export function assertOptionTypes(config: AuthConfig): void {
  const { timeout = 1, size = 1 } = config.runtime?.outbound ?? {}
  assertNumbers('runtime.outbound', { timeout, size })
  for (const [kind, limit] of Object.entries(config.limits || {})) {
    assertNumbers(`limits.${kind}`, limit)
  }
  assertStorage(config)
  assertTypes(config, options)
  assertTypes(config.runtime ?? {}, runtimeOptions, 'runtime.')
}

function assertTypes(written: object, types: Readonly<Record<string, string>>, place = ''): void {
  for (const [name, type] of Object.entries(types)) {
    const value: unknown = Reflect.get(written, name)
    const option = place + name
    if (type === 'any' || value === undefined || (typeof value === type && value !== null)) continue
    const example = examples[option]
    const expected = `${type === 'object' ? 'an' : 'a'} ${type}`
    throw configError(
      option,
      `\`${option}\` is ${JSON.stringify(value)}, which is not ${expected}`,
      `Write ${example ? `\`${example}\`.` : `${expected}, or leave it out.`}`,
    )
  }
}

const examples: Readonly<Record<string, string>> = {
  basePath: "basePath: '/api/auth'",
  mount: "mount: '/app'",
  session: "session: { strategy: 'jwt' }",
  'runtime.now': 'runtime: { now: () => Date.now() }',
}

/** Refuses a limit that is no number above 0: nothing is more than `NaN`, and such a limit would limit nobody. */
function assertNumbers(option: string, written: object | undefined): void {
  for (const [field, value] of Object.entries(written ?? {})) {
    if (typeof value === 'number' && value > 0) continue
    throw configError(
      `${option}.${field}`,
      `\`${option}.${field}\` is ${String(value)}, which is not a number above 0`,
      `Write ${units[field] ?? 'a number'}, or leave it out.`,
    )
  }
}

const units: Readonly<Record<string, string>> = {
  timeout: 'milliseconds, such as 10000',
  size: 'bytes, such as 1000000',
}

/** Refuses a storage that can do nothing, such as a promise or an empty object, and one that nobody would look into. */
function assertStorage(config: AuthConfig): void {
  if ('adapter' in config) {
    throw configError(
      'adapter',
      'There is no option `adapter`',
      'Pass an Auth.js adapter as `storage: fromAdapter(…)`, with `fromAdapter` from porticojs/storage/adapter.',
    )
  }
  const { storage } = config
  if (storage === undefined || (typeof storage.getUser === 'function' && isEquipped(storage)))
    return
  throw configError(
    'storage',
    '`storage` is not a storage of Portico',
    'Pass `memory()`, `sql(…)` or `redis(…)` from porticojs/storage, or `fromAdapter(…)` for an Auth.js adapter.',
  )
}
