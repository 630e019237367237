import type { customFetch as declared } from '../types/provider-function.ts'

/** On a provider: the `fetch` for its requests to the platform. */
// Declared with the options, in a file without code.
export const customFetch: typeof declared = Symbol('custom-fetch') as typeof declared

/** As `raw` of a configuration: `Auth()` returns an object instead of a `Response`. */
export const raw: unique symbol = Symbol('return-type-raw')

/** As `skipCSRFCheck` of a configuration. Accepted, but nothing is skipped: server code calls `auth.signIn` instead. */
export const skipCSRFCheck: unique symbol = Symbol('skip-csrf-check')
