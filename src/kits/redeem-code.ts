import { genericTokenEndpointRequest } from 'oauth4webapi'
import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import type { Finding } from '../methods/method.ts'
import { assertNarrowed } from '../methods/oauth/assert-narrowed.ts'
import { clientAuthentication } from '../methods/oauth/client-authentication.ts'
import { createFinding } from '../methods/oauth/finding.ts'
import { narrowing } from '../methods/oauth/narrowing.ts'
import { translated } from '../methods/oauth/oauth4webapi-errors.ts'
import { createPlatformClient } from '../methods/oauth/platform-client.ts'
import { fetchProfile } from '../methods/oauth/profile.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import { judgeTokenAnswer, readTokenAnswer } from '../methods/oauth/token-answer.ts'
import { toTokenSet } from '../methods/oauth/token-set.ts'
import type { CodeRules } from './code-rules.ts'
import type { Code } from './given-code.ts'

/** Longer than any platform lets a code live. */
const codeSeconds = 3600

/** Exchanges a code that did not come to our callback address, and finds whose it is. */
export function findByCode(
  context: Context,
  provider: ResolvedOAuth,
  code: Code,
  { profile: known }: Pick<CodeRules, 'profile'> = {},
): Promise<Finding> {
  return translated(provider, 'callback', async () => {
    await claimCode(context, provider, code.code)
    const platform = await createPlatformClient(context, provider)
    const { server, client, options } = platform
    const response = await genericTokenEndpointRequest(
      server,
      client,
      await clientAuthentication(provider, context.now),
      'authorization_code',
      Object.entries(code).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      options,
    )
    const answer = await readTokenAnswer(response, provider, [code.code, code.code_verifier])
    await judgeTokenAnswer(platform, answer)
    const tokens = toTokenSet(provider, answer, context.now)
    context.services.trace(() => ({ step: 'exchanged', provider: provider.id }))
    const profile =
      known?.(tokens) ?? (await fetchProfile(context, platform, { tokens }, new URLSearchParams()))
    assertNarrowed(provider, profile, narrowing(provider, provider.authorizationParams))
    return createFinding(provider, profile, tokens)
  })
}

/** Throws if the code was used before: it is sent to the platform once, however often an app sends it. */
async function claimCode({ services, now }: Context, { id }: ResolvedOAuth, code: string) {
  const key = `code ${id} ${await sha256(code)}`
  if (await services.claim(key, new Date((now + codeSeconds) * 1000))) return
  throw new AuthError('CheckFailed', 'This code was already used', {
    provider: id,
    field: 'code',
    hint: 'Start the sign-in again: a code is good once.',
  })
}
