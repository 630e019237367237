import type { Route } from '../route.ts'
import { session } from '../routes/session.ts'
import { loadOnce } from '../services/load-once.ts'

/**
 * Every path below the base path. Only the one that every page of an application asks is loaded from the start. They are pairs, because
 * bundlers leave such a map out where nobody uses it.
 */
export const routes: ReadonlyMap<string, () => Promise<Route>> = new Map<
  string,
  () => Promise<Route>
>([
  ['session', async () => session],
  ['signin', loadOnce(async () => (await import('../routes/signin.ts')).signin)],
  ['callback', loadOnce(async () => (await import('../routes/callback.ts')).callback)],
  ['signout', loadOnce(async () => (await import('../routes/signout.ts')).signout)],
  ['csrf', loadOnce(async () => (await import('../routes/csrf.ts')).csrf)],
  ['providers', loadOnce(async () => (await import('../routes/providers.ts')).providers)],
  ['error', loadOnce(async () => (await import('../routes/error.ts')).error)],
  // A storage brings a better one.
  ['account', loadOnce(async () => (await import('../routes/account-without-storage.ts')).account)],
])
