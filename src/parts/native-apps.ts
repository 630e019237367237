// The entry point of native applications: docs/native.md shows how an app signs people in.
import { loadLogin } from '../actions/load-login.ts'
import { configError } from '../config/problems.ts'
import type { Part } from '../methods/part-code.ts'
import { appKey, code, part } from '../native-apps/kinds.ts'
import type { NativeAppCalls } from '../native-apps/native-app-calls.ts'
import { sessionReader } from '../native-apps/session-reader.ts'
import { type KnownApps, readApps } from '../native-apps/settings.ts'
import type { NativeApp } from '../types/native-apps.ts'

export type {
  AppKey,
  CodeProof,
  ExchangeAsker,
  ExchangeOptions,
  IdTokenProof,
  NativeAppCalls,
} from '../native-apps/native-app-calls.ts'
export type { NativeApp, NativeAppText } from '../types/native-apps.ts'

/** The part, with the events that it adds to `events`. */
export interface NativeAppsPart<App extends NativeApp = NativeApp>
  extends Part<NativeAppCalls<App>> {
  readonly events: readonly ('signInApp' | 'signOutApp' | 'reuseAppKey')[]
}

/**
 * Lets apps on phones, desktops and in terminals sign people in through the system's browser. Their sessions are in the same list as those
 * of browsers, and `auth.session(request)` recognises them by their keys.
 *
 * @example
 * Auth({
 *   providers,
 *   database,
 *   parts: [NativeApps([{ id: 'acme', name: 'Acme', redirects: ['com.acme.app:/signed-in'] }])],
 * })
 */
export function NativeApps<const App extends NativeApp>(
  written: readonly App[],
): NativeAppsPart<App> {
  let apps: KnownApps = new Map()
  return {
    name: part,
    check({ storage, session, providers }) {
      apps = readApps(written, providers)
      if (session?.strategy === 'database' && storage?.listSessions && storage.putItem) return
      throw configError(
        'parts.native-apps',
        'NativeApps() needs sessions in a database of ours',
        'Pass `database` or `storage`, and leave `session.strategy` out.',
      )
    },
    paths: {
      'native-start': { methods: ['GET', 'POST'], provider: 'none' },
      'native-token': { methods: ['POST'], provider: 'none' },
      'native-revoke': { methods: ['POST'], provider: 'none' },
      'native-nonce': { methods: ['POST'], provider: 'none' },
    },
    namespaces: { exchange: [] },
    events: ['signInApp', 'signOutApp', 'reuseAppKey'],
    kinds: [code, appKey],
    sessionReader: sessionReader(() => apps),
    load: async () => (await import('../native-apps/code.ts')).createCode(apps, loadLogin),
  }
}
