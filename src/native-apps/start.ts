import type { Context, CurrentSession } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { readForm } from '../http/csrf.ts'
import { redirect } from '../http/respond.ts'
import { itemsOf } from '../identity/items.ts'
import { requireCurrentSession } from '../identity/require-user.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { provenIn } from '../sessions/proof.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { type AuthorizationRequest, readAuthorizationRequest } from './authorization-request.ts'
import { showContinue } from './continue-page.ts'
import { code } from './kinds.ts'
import { returnUrl } from './return-url.ts'
import type { KnownApps } from './settings.ts'

/** The redirect opens the app, which exchanges the code at once. */
const codeSeconds = 60

/**
 * `/native-start`: an app sends its user here, in the system's browser. Visitors who are not signed in sign in first, with all steps. Then
 * the app gets a code: at once if the redirect is certainly its own, otherwise after the visitor agreed.
 */
export async function answerStart(
  apps: KnownApps,
  context: Context,
  reader: SessionReader,
): Promise<Response> {
  const { request, query, baseUrl } = context
  if (request.method === 'POST') {
    const form = await readForm(context)
    const asked = readAuthorizationRequest(apps, (name) => form[name])
    context.callbackUrl = startUrl(baseUrl, asked)
    const current = await requireCurrentSession(reader, request)
    // Another tab may have signed another user in since the page asked.
    const isNamed = form.as === current.userId
    return isNamed ? sendCode(context, asked, current) : showContinue(context, asked, current)
  }
  const asked = readAuthorizationRequest(apps, (name) => query.get(name))
  context.callbackUrl = startUrl(baseUrl, asked)
  const current = await whoIsThere(reader, request)
  if (!current) return redirect(signInPageUrl(context))
  // HEAD issues no code.
  const mayGoOn = asked.redirect.isClaimed && request.method === 'GET'
  return mayGoOn ? sendCode(context, asked, current) : showContinue(context, asked, current)
}

/** The address that leads here again, after a sign-in. */
function startUrl(baseUrl: string, { fields }: AuthorizationRequest): string {
  return `${baseUrl}/native-start?${new URLSearchParams(fields)}`
}

async function whoIsThere(
  reader: SessionReader,
  request: Request,
): Promise<CurrentSession | undefined> {
  try {
    return await requireCurrentSession(reader, request)
  } catch (thrown) {
    if (thrown instanceof AuthError && thrown.code === 'SessionRequired') return undefined
    throw thrown
  }
}

async function sendCode(
  context: Context,
  asked: AuthorizationRequest,
  current: CurrentSession,
): Promise<Response> {
  const { userId, sessionId } = current
  const { authTime = 0, amr = [] } = provenIn(current)
  const made = random(32)
  const { app, redirectUri, challenge, state } = asked
  await itemsOf(context, code).put({
    lookup: await sha256(made),
    userId,
    data: {
      app: app.id,
      redirect: redirectUri,
      challenge,
      sessionId,
      authTime,
      amr: amr.join(' '),
    },
    secret: undefined,
    expires: new Date(context.services.now() + codeSeconds * 1000),
  })
  return redirect(returnUrl(redirectUri, { code: made, state }))
}
