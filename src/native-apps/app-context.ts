import type { Context } from '../context.ts'
import { createCookieJar } from '../http/cookie-jar.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { sessionReader } from './session-reader.ts'
import type { KnownApps } from './settings.ts'

/** The context of an app that signs a user in without a browser: no cookie is read or set, and the app's key alone names the session. */
export function appContext(apps: KnownApps, context: Context, reader: SessionReader): Context {
  const { config, origin, request } = context
  const read = sessionReader(() => apps)(reader)
  return {
    ...context,
    browser: false,
    cookies: createCookieJar(config.cookies(origin.startsWith('https:')), ''),
    currentSession: async () => (await read(request, {})) ?? null,
  }
}
