import type { AuthConfig } from '../types/config.ts'
import { options } from './options.ts'
import { configError } from './problems.ts'

/** Refuses options whose values are of another kind than what is expected, such as `session: 'jwt'`. */
export function assertOptionTypes(config: AuthConfig): void {
  assertOutbound(config.outbound)
  assertStorage(config)
  for (const [option, type] of Object.entries(options)) {
    const value: unknown = Reflect.get(config, option)
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
  now: 'now: () => Date.now()',
}

/** Refuses limits of outgoing requests that are no numbers. */
function assertOutbound(written: AuthConfig['outbound']): void {
  for (const field of ['timeout', 'size'] as const) {
    const value: unknown = written?.[field]
    if (value === undefined || (typeof value === 'number' && value > 0)) continue
    throw configError(
      `outbound.${field}`,
      `\`outbound.${field}\` is ${JSON.stringify(value)}, which is not a number above 0`,
      field === 'timeout' ? 'Write milliseconds, such as 10000.' : 'Write bytes, such as 1000000.',
    )
  }
}

/** Refuses a storage that can do nothing, such as a promise or an empty object, and one that nobody would look into. */
function assertStorage(config: AuthConfig): void {
  if ('adapter' in config) {
    throw configError(
      'adapter',
      'There is no option `adapter`',
      'Pass an Auth.js adapter as `storage: fromAdapter(…)`, with `fromAdapter` from portico/storage/adapter.',
    )
  }
  const { storage } = config
  if (storage === undefined || (typeof storage.getUser === 'function' && storage.engine)) return
  throw configError(
    'storage',
    '`storage` is not a storage of Portico',
    'Pass `memory()`, `sql(…)` or `redis(…)` from portico/storage, or `fromAdapter(…)` for an Auth.js adapter.',
  )
}
