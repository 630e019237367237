import type { Route } from '../route.ts'
import { session } from '../routes/session.ts'

/**
 * Every path below the base path. Only the one that every page of an application asks is loaded from the start. They are pairs, because
 * bundlers leave such a map out where nobody uses it.
 */
export const routes: ReadonlyMap<string, () => Promise<Route>> = new Map<
  string,
  () => Promise<Route>
>([
  ['session', async () => session],
  ['signin', async () => (await import('../routes/signin.ts')).signin],
  ['callback', async () => (await import('../routes/callback.ts')).callback],
  ['signout', async () => (await import('../routes/signout.ts')).signout],
  ['csrf', async () => (await import('../routes/csrf.ts')).csrf],
  ['providers', async () => (await import('../routes/providers.ts')).providers],
  ['error', async () => (await import('../routes/error.ts')).error],
  ['account', async () => (await import('../routes/account.ts')).account],
  ['webhook', async () => (await import('../routes/webhook.ts')).webhook],
])
