import { merge } from '../description/merge.ts'
import { AuthError } from '../errors.ts'
import type { Provider } from '../types/provider.ts'
import type { CommonProviderOptions } from '../types/provider-type.ts'
import { show } from './option-kinds.ts'
import type { MethodPart, ResolvedProvider } from './part.ts'
import { isMethod } from './parts.ts'
import { configError } from './problems.ts'
import type { AllProviderInputs, ProviderInputs } from './provider-inputs.ts'

/** The methods of providers that bring none along (plain objects, and Auth.js's modules), by type, with the options of each type. */
export type MethodTable = Readonly<Record<string, MethodPart>>

type Written = CommonProviderOptions & { options?: object | undefined; method?: unknown }

/** Calls a provider function, merges options over defaults, and lets the provider's method complete and check the result. */
export function resolveProvider(
  provider: Provider,
  methods: MethodTable,
  { emulator, advice, ...inputs }: AllProviderInputs,
): ResolvedProvider {
  const called = call(provider)
  const { options = {}, ...defaults } = called
  // `options` stay: by them a method recognises a module that was written for Auth.js.
  const written: Written = 'options' in called ? { ...merge(defaults, options), options } : defaults
  const { id, name } = written
  if (typeof id !== 'string' || !/^[a-z0-9][\w.-]*$/i.test(id)) {
    throw configError(
      'providers.id',
      `A provider has the id "${String(id)}"`,
      // `require()` and `import * as` return the module as a whole.
      'Use letters, digits and hyphens. Parts go into `parts`. A module has its provider as `default`.',
    )
  }
  if (typeof name !== 'string' || !name) {
    throw configError(`providers.${id}.name`, `The provider ${id} has no name`, 'Add `name`.', id)
  }
  const method = findMethod(written, methods)
  const usual = methods[String(written.type)]
  const { options: known = usual?.options ?? [] } = method
  for (const message of advice?.onProvider(written, known) ?? []) inputs.warn(message)
  const emulated = emulator?.plays(id) ?? false
  return Object.freeze({ ...method.configure(written, { ...inputs, emulated, usual }), method })
}

function call(provider: Provider): Written {
  if (Object(provider) !== provider) {
    throw configError(
      'providers',
      `A provider is ${show(provider)}`,
      "Check its import: `import TikTok from 'porticojs/providers/tiktok'`.",
    )
  }
  try {
    // Some providers destructure their options without checking that there are any.
    const called = typeof provider === 'function' ? provider({}) : provider
    if (called) return called
    throw new TypeError('it returned nothing')
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    const message = cause instanceof Error ? cause.message : 'it threw'
    throw new AuthError(
      'Configuration',
      `The provider ${provider.name} cannot be used: ${message}`,
      { field: 'providers', hint: 'Pass its options.', cause },
    )
  }
}

/** The method that a provider brings along, or that of its type. */
function findMethod({ id, type, method }: Written, methods: MethodTable): MethodPart {
  if (isMethod(method)) return method
  const known = typeof type === 'string' && Object.hasOwn(methods, type) && methods[type]
  if (known) return known
  throw configError(
    `providers.${id}.type`,
    `The provider ${id} brings no code for the type "${String(type)}"`,
    `Use ${Object.keys(methods).join(', ')}, or wrap it: the provider of that type in porticojs/providers takes it.`,
    id,
  )
}

/** Refuses a provider that needs a storage if there is none. */
export function assertHasStorage(id: string, { hasStorage }: ProviderInputs): void {
  if (hasStorage) return
  throw configError(
    `providers.${id}`,
    `The provider ${id} needs a storage, and none is configured`,
    'Pass `database` or `storage`; `memory()` from porticojs/storage/memory is enough to try it.',
    id,
  )
}
