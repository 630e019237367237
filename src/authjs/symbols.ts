import type { customFetch as declared } from '../types/provider-function.ts'

/** On a provider: what its requests to the platform are sent with. */
// It is declared where the options are, which have no code.
export const customFetch: typeof declared = Symbol('custom-fetch') as typeof declared

/** As `raw` of a configuration: `Auth()` returns an object instead of a `Response`. */
export const raw: unique symbol = Symbol('return-type-raw')

/** As `skipCSRFCheck` of a configuration. It is accepted, and nothing is skipped: server code signs people in with `auth.signIn`. */
export const skipCSRFCheck: unique symbol = Symbol('skip-csrf-check')
