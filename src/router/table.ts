import type { Route } from '../route.ts'
import { account } from '../routes/account-without-storage.ts'
import { callback } from '../routes/callback.ts'
import { csrf } from '../routes/csrf.ts'
import { error } from '../routes/error.ts'
import { providers } from '../routes/providers.ts'
import { session } from '../routes/session.ts'
import { signin } from '../routes/signin.ts'
import { signout } from '../routes/signout.ts'

/** Every path below the base path. They are pairs, because bundlers leave such a map out where nobody uses it. */
export const routes: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['session', session],
  ['signin', signin],
  ['callback', callback],
  ['signout', signout],
  ['csrf', csrf],
  ['providers', providers],
  ['error', error],
  // A storage brings a better one.
  ['account', account],
])
