import { merge } from '../description/merge.ts'
import type { Provider } from '../types/provider.ts'
import { type Callbacks, emulate } from './platforms/registered-application.ts'
import type { Platform } from './types.ts'

/** A provider's configuration, not the function that returns it. */
export type WrittenProvider = Exclude<Provider, (options?: never) => unknown>

/** A provider with keys that its emulated platform knows. */
export interface PracticeProvider {
  readonly provider: WrittenProvider
  readonly platform: Platform
}

/** Gives a provider of the catalogue practice keys, and emulates its platform; undefined for any other provider. */
export async function practiceProvider(
  written: WrittenProvider,
  callbacks: Callbacks,
): Promise<PracticeProvider | undefined> {
  const practice = await emulate(written.id, callbacks)
  if (!practice) return undefined
  return { provider: withOptions(written, practice.options), platform: practice.platform }
}

/** The configuration of a provider; undefined if calling it fails, which `Auth()` reports itself. */
export function writtenProvider(provider: Provider): WrittenProvider | undefined {
  try {
    return typeof provider === 'function' ? provider({}) : provider
  } catch {
    return undefined
  }
}

/** Applies options to a provider as its own module would. */
export function withOptions(
  provider: WrittenProvider,
  options: Readonly<Record<string, unknown>>,
): WrittenProvider {
  const declared: object = 'variables' in provider ? Object(provider.variables) : {}
  const isVariable = (name: string) => Object.hasOwn(declared, name)
  const variables = Object.entries(declared).map(([name, variable]) => [
    name,
    { ...variable, ...(Object.hasOwn(options, name) && { value: options[name] }) },
  ])
  const changes = {
    ...Object.fromEntries(Object.entries(options).filter(([name]) => !isVariable(name))),
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
  }
  const laid = merge(provider, changes)
  return 'options' in laid ? { ...laid, options: { ...laid.options, ...changes } } : laid
}
