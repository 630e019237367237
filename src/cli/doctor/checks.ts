import type { Application } from '../application.ts'
import type { Check } from './check.ts'
import { address } from './configuration/address.ts'
import { callbacks } from './configuration/callbacks.ts'
import { clock } from './configuration/clock.ts'
import { cookies } from './configuration/cookies.ts'
import { database } from './configuration/database.ts'
import { items } from './configuration/items.ts'
import { keys } from './configuration/keys.ts'
import { mail } from './configuration/mail.ts'
import { options } from './configuration/options.ts'
import { secret } from './configuration/secret.ts'
import { versions } from './configuration/versions.ts'
import { address as publicAddress } from './deployment/address.ts'
import { caches } from './deployment/caches.ts'
import { callback } from './deployment/callback.ts'
import { clock as serverClock } from './deployment/clock.ts'
import { cookies as setCookies } from './deployment/cookies.ts'
import { development } from './deployment/development.ts'
import { foreignHost, forwardedHost } from './deployment/foreign-host.ts'
import { foreignOrigin } from './deployment/foreign-origin.ts'
import { foreignTarget } from './deployment/foreign-target.ts'
import { https } from './deployment/https.ts'
import { longHeaders } from './deployment/long-headers.ts'
import { ownForms } from './deployment/own-forms.ts'
import { replay } from './deployment/replay.ts'
import type { Deployment } from './deployment.ts'

/** The checks of a configuration, in the order of the report. */
export const configurationChecks: readonly Check<Application>[] = [
  options,
  secret,
  address,
  keys,
  mail,
  callbacks,
  cookies,
  database,
  items,
  clock,
  versions,
]

/** The checks of a running deployment, and the harmless part of an attack on it. */
export const deploymentChecks: readonly Check<Deployment>[] = [
  publicAddress,
  https,
  ownForms,
  callback,
  setCookies,
  caches,
  longHeaders,
  serverClock,
  development,
  foreignOrigin,
  foreignHost,
  forwardedHost,
  foreignTarget,
  replay,
]
