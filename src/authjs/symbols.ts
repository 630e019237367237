export { customFetch } from '../description/custom-fetch.ts'

/** As `raw` of a configuration: `Auth()` returns an object instead of a `Response`. */
export const raw: unique symbol = Symbol('return-type-raw')

/** As `skipCSRFCheck` of a configuration. It is accepted, and nothing is skipped: server code signs people in with `auth.signIn`. */
export const skipCSRFCheck: unique symbol = Symbol('skip-csrf-check')
