import type { Context } from '../context.ts'
import { readForm } from '../http/csrf.ts'
import { json } from '../http/respond.ts'
import type { PartCode } from '../methods/part-code.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { JwtCalls } from '../types/jwt.ts'
import { jwtCalls } from './calls.ts'
import { showDiscovery, showKeys } from './published.ts'
import type { JwtSettings } from './settings.ts'

/** Everything that JWTs do. Reading a session needs none of it. */
export function createCode(settings: JwtSettings): PartCode<undefined, JwtCalls> {
  return {
    calls: (reader) => jwtCalls(settings, reader),
    pathHandlers: {
      jwt: (context, _provider, reader) => answerToken(settings, context, reader),
      jwks: (context) => showKeys(settings, context),
      '.well-known/openid-configuration': (context) => showDiscovery(settings, context),
    },
  }
}

/** `POST /jwt`: a token for the page's own script, which cannot add claims. */
async function answerToken(
  settings: JwtSettings,
  context: Context,
  reader: SessionReader,
): Promise<Response> {
  const { audience } = await readForm(context)
  const wish = audience === undefined ? {} : { audience: String(audience) }
  const issued = await jwtCalls(settings, reader).jwt.issue(context.request, wish)
  // The browser's clock may be wrong by hours.
  const expiresIn = Math.floor((issued.expires.getTime() - context.services.now()) / 1000)
  return json({ ...issued, expiresIn })
}
