import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import { jwtClaims } from '../methods/oauth/unverified-jwt.ts'
import { knownApp } from './known-app.ts'
import { answerApp } from './refusal.ts'
import type { KnownApp, KnownApps } from './settings.ts'

/** Long enough to choose an account on the sheet, and to sign in there first. */
const nonceSeconds = 600

const maxLength = 1000

/** The content of a sealed nonce. */
interface Nonce {
  readonly id: string
  readonly app: string
  /** Seconds since 1970. */
  readonly expires: number
}

/**
 * `/native-nonce`: an app asks for the nonce that it passes to the platform's library. It is sealed instead of stored, so that a mere
 * request writes nothing, and claimed when the token that carries it has been judged.
 */
export function answerNonce(apps: KnownApps, context: Context): Promise<Response> {
  return answerApp(context, async () => {
    const app = knownApp(apps, (await context.body()).client_id)
    const nonce: Nonce = { id: random(16), app: app.id, expires: context.now + nonceSeconds }
    return { nonce: await seal(context).seal({ ...nonce }), expires_in: nonceSeconds }
  })
}

/** Opens the nonce of an app. All mistakes get the same answer. */
export async function openNonce(context: Context, app: KnownApp, sent: unknown): Promise<Nonce> {
  const text = typeof sent === 'string' && sent.length <= maxLength ? sent : ''
  // Only `answerNonce` seals for this purpose.
  const nonce = (await seal(context).open(text)) as Nonce | undefined
  if (nonce?.app === app.id && nonce.expires > context.now) return nonce
  throw refused('The nonce is missing, has expired, or belongs to another app')
}

/** Uses a nonce up. */
export async function claimNonce({ services }: Context, { id, expires }: Nonce): Promise<void> {
  if (await services.claim(`native nonce ${id}`, new Date(expires * 1000))) return
  throw refused('The nonce was already used')
}

/** The nonce as the token must carry it: plain, or hashed if the app passed the hash to the library. */
export async function nonceIn(idToken: string, nonce: string): Promise<string> {
  const hashed = await sha256(nonce, 'hex')
  return jwtClaims(idToken)?.nonce === hashed ? hashed : nonce
}

function seal({ services }: Context) {
  return services.seal('native-nonce')
}

function refused(message: string): AuthError {
  return new AuthError('CheckFailed', message, {
    field: 'nonce',
    hint: 'Ask POST /native-nonce for a new one before each sign-in, and send it as it was with the id token.',
  })
}
