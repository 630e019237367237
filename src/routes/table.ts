import { callback } from './callback.ts'
import { csrf } from './csrf.ts'
import { error } from './error.ts'
import { providers } from './providers.ts'
import type { Route } from './route.ts'
import { session } from './session.ts'
import { signin } from './signin.ts'
import { signout } from './signout.ts'
import { webhook } from './webhook.ts'

/** Every path below the base path. */
export const routes: ReadonlyMap<string, Route> = new Map(
  Object.entries({ signin, callback, signout, session, csrf, providers, error, webhook }),
)
