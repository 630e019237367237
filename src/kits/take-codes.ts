import { AuthError, toAuthError } from '../errors.ts'
import type { Method } from '../methods/method.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import type { CodeRules } from './code-rules.ts'
import { readCode } from './given-code.ts'
import { findByCode } from './redeem-code.ts'

/** OAuth, and codes that the platform's library gave an app. */
export function takeCodes(code: Method<ResolvedOAuth>, rules: CodeRules): Method<ResolvedOAuth> {
  return {
    ...code,
    async redeem(context, provider, given) {
      if (given.kit !== rules.name) {
        if (code.redeem) return code.redeem(context, provider, given)
        throw new AuthError('InvalidRequest', `${provider.name} has no such kit here`, {
          provider: provider.id,
          field: 'kit',
          hint: 'List the kit in `kits` of the provider, and send its name.',
        })
      }
      const read = readCode(provider, rules, given)
      if (rules.verifierLength === undefined) await given.claimNonce()
      const tell = (error?: AuthError) =>
        context.services.trace(() => ({
          step: 'redeemed',
          line: `${provider.id}: code of the kit ${rules.name} ${error ? 'refused' : 'exchanged'}`,
          ...{ provider: provider.id, kit: rules.name, ...(error && { error }) },
        }))
      try {
        const finding = await findByCode(context, provider, read, rules)
        tell()
        return finding
      } catch (thrown) {
        tell(toAuthError(thrown))
        throw thrown
      }
    },
  }
}
