import { type Context, createContext } from '../context.ts'
import type { Outcome } from '../http/call-outcome.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { crossSiteError } from '../http/csrf.ts'
import { requestSite } from '../http/request-site.ts'
import type { RequestSource } from '../http/request-source.ts'
import { writeCookies } from '../http/write-cookies.ts'
import { readSession, type SessionReader } from '../sessions/read-session.ts'
import { appContext } from './app-context.ts'
import { judgeProof } from './judge-proof.ts'
import { knownApp } from './known-app.ts'
import type { LoadLogin } from './login.ts'
import type { AppKey, ExchangeOptions, NativeAppCalls } from './native-app-calls.ts'
import type { KnownApps } from './settings.ts'
import { signInApp } from './sign-in-app.ts'
import { showKey } from './token.ts'

/** `auth.exchange`, for one configuration. */
export function exchangeCall(
  apps: KnownApps,
  reader: SessionReader,
  loadLogin: LoadLogin,
): NativeAppCalls['exchange'] {
  const exchange = async (
    source: RequestSource,
    provider: string,
    { browser, ...options }: ExchangeOptions & { browser?: boolean },
  ): Promise<AppKey | Outcome> => {
    // Server code has no response after which work could go on, so mails are awaited.
    const later: Promise<unknown>[] = []
    const context = createContext(reader, source, {
      form: {},
      readSession: async () => readSession(reader, source),
      waitUntil: (work) => void later.push(work),
    })
    const asked = { apps, context, reader, provider, ...(await loadLogin()) }
    const done = browser ? await signInBrowser(asked, options) : await signIn(asked, options)
    await Promise.all(later)
    return done
  }
  // The compiler cannot see that `browser` decides which of the two comes back.
  return exchange as NativeAppCalls['exchange']
}

/** A call, and the dependencies that answer it. */
interface Asked extends Awaited<ReturnType<LoadLogin>> {
  readonly apps: KnownApps
  readonly context: Context
  readonly reader: SessionReader
  readonly provider: string
}

async function signIn(
  { apps, context, reader, provider, login }: Asked,
  { app: id, device, ...given }: ExchangeOptions,
): Promise<AppKey> {
  const app = knownApp(apps, id)
  const finding = await judgeProof(context, app, { ...given, provider })
  const inApp = appContext(apps, context, reader)
  return showKey(apps, context, await signInApp(inApp, reader, app, { finding, device, login }))
}

/** Starts a session in the browser inside an app that shows the application's pages. A page of another site must not do that. */
async function signInBrowser(
  { apps, context, reader, provider, login, leave }: Asked,
  { app, callbackUrl: wanted, ...given }: ExchangeOptions,
): Promise<Outcome> {
  const { request, origin, config } = context
  if (requestSite(request, origin, config.actingOrigins) === 'other')
    throw crossSiteError(request, origin)
  const finding = await judgeProof(context, knownApp(apps, app), { ...given, provider })
  const callbackUrl = await resolveCallbackUrl(context, wanted)
  const result = await login(context, finding, { callbackUrl }, reader.sessions)
  const response = await leave(context, result, { provider, isLink: false })
  const cookies = context.cookies.changes()
  const headers = new Headers()
  writeCookies(headers, cookies)
  // A program that wants JSON gets the address in it.
  const url = response.headers.get('location') ?? Object(await response.json()).url
  return { url, cookies, headers }
}
