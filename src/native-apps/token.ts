import type { Context } from '../context.ts'
import type { Body } from '../http/body.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { runSessionCallback } from '../sessions/session-callback.ts'
import { appContext } from './app-context.ts'
import { exchangeCode } from './exchange-code.ts'
import { findKey } from './find-key.ts'
import { type GivenProof, judgeProof } from './judge-proof.ts'
import { type Key, keyText } from './key-text.ts'
import { knownApp } from './known-app.ts'
import type { LoadLogin } from './login.ts'
import type { AppKey } from './native-app-calls.ts'
import { answerApp, refused } from './refusal.ts'
import { renewKey } from './renew-key.ts'
import type { KnownApp, KnownApps } from './settings.ts'
import { signInApp } from './sign-in-app.ts'

/**
 * `/native-token`: an app exchanges its code, or the platform's proof, for a key, or its key for the successor (RFC 6749 §4.1.3, §6; RFC
 * 8693). It needs no check of the page's origin: it reads no cookie, and the body itself is the proof.
 */
export function answerToken(route: TokenRoute): Promise<Response> {
  const { apps, context } = route
  return answerApp(context, async () => {
    const body = await context.body()
    const app = knownApp(apps, body.client_id)
    const grant = grants.get(body.grant_type)
    if (!grant) {
      const names = [...grants.keys()].join(', ')
      throw refused('unsupported_grant_type', `The grant_type is none of ${names}`)
    }
    const { key, expiresIn, session } = await showKey(
      apps,
      context,
      await grant({ ...route, app, body }),
    )
    return {
      access_token: key,
      token_type: 'Bearer',
      // The key is valid for longer. After this time the app renews it, which prolongs its session.
      expires_in: expiresIn,
      refresh_token: key,
      // RFC 8693 §2.2.1.
      ...(body.grant_type === tokenExchange && { issued_token_type: accessToken }),
      session,
    }
  })
}

/** The dependencies of the route. */
interface TokenRoute {
  readonly apps: KnownApps
  readonly context: Context
  readonly reader: SessionReader
  readonly loadLogin: LoadLogin
}

/** A request for a key. */
interface Asked extends TokenRoute {
  readonly app: KnownApp
  readonly body: Body
}

const tokenExchange = 'urn:ietf:params:oauth:grant-type:token-exchange'
const idToken = 'urn:ietf:params:oauth:token-type:id_token'
// RFC 8693 §3 allows types of one's own.
const platformCode = 'urn:porticojs:params:oauth:token-type:authorization-code'
const accessToken = 'urn:ietf:params:oauth:token-type:access_token'

/** The functions that exchange each kind of grant for a key. */
const grants: ReadonlyMap<unknown, (asked: Asked) => Promise<Key>> = new Map([
  [
    'authorization_code',
    ({ context, reader, app, body }) => exchangeCode(context, reader, app, body),
  ],
  [
    'refresh_token',
    ({ context, apps, app, body }) => renewKey(context, apps, app, body.refresh_token),
  ],
  [tokenExchange, exchangeToken],
])

/** Exchanges the id token, or the code, that the platform's own library gave the app. */
async function exchangeToken({ apps, context, reader, loadLogin, app, body }: Asked): Promise<Key> {
  const { device } = body
  const finding = await judgeProof(context, app, proofIn(body))
  const { login } = await loadLogin()
  return signInApp(appContext(apps, context, reader), reader, app, { finding, device, login })
}

function proofIn({ subject_token_type: type, subject_token: given, ...body }: Body): GivenProof {
  const { provider, nonce, user, kit = '', code_verifier, redirect_uri } = body
  if (type === idToken) return { provider, nonce, idToken: given, user: parseObject(user) }
  if (type === platformCode)
    return {
      ...{ provider, nonce, kit, code: given },
      codeVerifier: code_verifier,
      redirectUri: redirect_uri,
    }
  const types = [idToken, platformCode].join(', ')
  throw refused('invalid_request', `The subject_token_type is none of ${types}`)
}

/** Apps send forms, in which an object is JSON. */
function parseObject(sent: unknown): unknown {
  try {
    return typeof sent === 'string' ? JSON.parse(sent) : sent
  } catch {
    return undefined
  }
}

/** The key for the app, with its session after the `session` callback. Reading that does not count as a use of the key. */
export async function showKey(apps: KnownApps, context: Context, key: Key): Promise<AppKey> {
  const found = await findKey(context, apps, key)
  const { config, request } = context
  const session = found ? await runSessionCallback(config, request, found.current) : null
  return { key: keyText(key), expiresIn: config.session.updateAge, session }
}
