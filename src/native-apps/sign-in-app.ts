import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { happened } from '../identity/happened.ts'
import type { login } from '../identity/login.ts'
import type { Finding } from '../methods/method.ts'
import { assertAdmitted } from '../sessions/admission.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { Sessions } from '../sessions/session.ts'
import type { Key } from './key-text.ts'
import type { KnownApp } from './settings.ts'
import { startKey } from './start-key.ts'

/** The user who was found, their device, and the login that all methods share. */
interface AppSignIn {
  readonly finding: Finding
  readonly device: unknown
  readonly login: typeof login
}

/**
 * Signs a user in to an app without a browser, by the login that all methods share: only the session is the app's. Throws if another step
 * is needed, because there is no page for it.
 */
export async function signInApp(
  context: Context,
  { sessions: own }: SessionReader,
  app: KnownApp,
  { finding, device, login: signIn }: AppSignIn,
): Promise<Key> {
  let key: Key | undefined
  const { prepare: _, ...others } = own
  const sessions: Sessions = {
    ...others,
    async issue(at, { user, authTime, amr }, inside) {
      assertAdmitted(at, user)
      const holder = { userId: user.id, authTime, amr: amr.join(' ') }
      key = await startKey(at, app, device, holder, inside)
      return async () => ({ cookies: [], userId: user.id })
    },
  }
  const callbackUrl = await resolveCallbackUrl(context, undefined)
  const result = await signIn(context, finding, { callbackUrl }, sessions)
  if ('redirect' in result || !key) throw moreToDo(finding, result)
  await happened(context, {
    ...{ event: 'signInApp', userId: result.user.id, provider: finding.provider.id },
    detail: { app: app.id },
  })
  return key
}

/** The error if a step is left, or a page that the `signIn` callback leads to: both need the browser. */
function moreToDo({ provider }: Finding, result: object): AuthError {
  const asker = 'redirect' in result && URL.parse(String(result.redirect))?.searchParams
  const step = asker ? asker.get('signInStep') : null
  const message = step
    ? `Another step is needed before there is a session: ${step}`
    : 'Another page comes before there is a session'
  return new AuthError('RecentSignInRequired', message, {
    provider: provider.id,
    ...(step && { reason: step }),
    hint: 'Let the person sign in through the browser: client.signIn().',
  })
}
