import type { AuthConfig } from '../types/config.ts'

/** Receives each configuration for `npx porticojs doctor`: as it was written, and how this copy of the library reads it. */
export type ConfigurationHook = (
  written: AuthConfig,
  read: (changes: Partial<AuthConfig>) => unknown,
) => void

/** The name of the symbol under which the hook waits on `globalThis`, the same for every copy of the library. */
const place = 'portico.configuration-hook'

/** Reports the configuration to a command that loaded the application; otherwise does nothing. */
export function reportConfiguration(...told: Parameters<ConfigurationHook>): void {
  const hook: ConfigurationHook | undefined = Reflect.get(globalThis, Symbol.for(place))
  hook?.(...told)
}

/** Sets the hook while an application is loaded. */
export async function withConfigurationHook(
  hook: ConfigurationHook,
  load: () => Promise<unknown>,
): Promise<void> {
  Reflect.set(globalThis, Symbol.for(place), hook)
  try {
    await load()
  } finally {
    Reflect.deleteProperty(globalThis, Symbol.for(place))
  }
}
