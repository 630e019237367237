// The entry point of access tokens: docs/access-tokens.md says what they can do.

import { accessToken } from '../access-tokens/kind.ts'
import { sessionReader } from '../access-tokens/session-reader.ts'
import { assertSettings, readSettings } from '../access-tokens/settings.ts'
import { configError } from '../config/problems.ts'
import type { Part } from '../methods/part-code.ts'
import type { AccessTokenCalls, AccessTokenOptions } from '../types/access-tokens.ts'

export type {
  AccessTokenCalls,
  AccessTokenNamespace,
  AccessTokenOptions,
  AccessTokenPage,
  AccessTokenPaging,
  AccessTokenText,
  CreatedAccessToken,
  NewAccessToken,
  OwnAccessToken,
} from '../types/access-tokens.ts'

/** The part, with its scopes and the events that it adds to `events`. */
export type AccessTokensPart<Scope extends string> = Part<AccessTokenCalls<Scope>> & {
  readonly scopes: readonly Scope[]
  readonly events: readonly ('createAccessToken' | 'revokeAccessToken')[]
}

/**
 * Lets people create tokens for their programs. A token is accepted only if your code asks for scopes.
 *
 * @example
 * Auth({ providers, database, parts: [AccessTokens({ scopes: ['read', 'write'] })] })
 * const { user } = await auth.requireSession(request, { scopes: ['write'] })
 */
export function AccessTokens<const Scope extends string>(
  options: AccessTokenOptions<Scope>,
): AccessTokensPart<Scope> {
  const settings = readSettings(options)
  return {
    name: 'access-tokens',
    scopes: options.scopes,
    complete({ hasStorage }) {
      assertSettings(settings)
      if (hasStorage) return this
      throw configError('parts.access-tokens', 'Access tokens need a storage', 'Pass `database`.')
    },
    paths: {
      tokens: { methods: ['GET', 'POST'], provider: 'none' },
      'tokens.js': { methods: ['GET'], provider: 'none' },
    },
    namespaces: { tokens: ['create', 'list', 'revoke'] },
    events: ['createAccessToken', 'revokeAccessToken'],
    kinds: [accessToken],
    sessionReader: sessionReader(settings),
    load: async () => {
      const { createCode } = await import('../access-tokens/code.ts')
      // The compiler knows the scopes by the options; the code compares texts.
      return createCode(settings) as Awaited<ReturnType<Part<AccessTokenCalls<Scope>>['load']>>
    },
  }
}
