import type { Route } from '../route.ts'
import { account } from '../routes/account-without-storage.ts'
import { callback } from '../routes/callback.ts'
import { csrf } from '../routes/csrf.ts'
import { error } from '../routes/error.ts'
import { providers } from '../routes/providers.ts'
import { session } from '../routes/session.ts'
import { signin } from '../routes/signin.ts'
import { signout } from '../routes/signout.ts'

/** Every path below the base path. The map is made of pairs, because bundlers then drop it if it is unused. */
export const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['session', session],
  ['signin', signin],
  ['callback', callback],
  ['signout', signout],
  ['csrf', csrf],
  ['providers', providers],
  ['error', error],
  // A storage brings another one, with more.
  ['account', account],
])
