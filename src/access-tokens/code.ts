import type { PartCode } from '../methods/part-code.ts'
import { script } from '../pages/copy-script.ts'
import { pageModule } from '../pages/page-module.ts'
import type { AccessTokenCalls } from '../types/access-tokens.ts'
import { accountSection } from './account-section.ts'
import { tokenCalls } from './calls.ts'
import { answerTokens } from './path.ts'
import type { AccessTokenSettings } from './settings.ts'

/** Everything that access tokens do except being read. */
export function createCode(settings: AccessTokenSettings): PartCode<undefined, AccessTokenCalls> {
  return {
    calls: (reader) => tokenCalls(settings, reader),
    pathHandlers: {
      tokens: (context, _provider, reader) => answerTokens(settings, context, reader),
      'tokens.js': async () => pageModule(script),
    },
    accountSection: (context, _providers, user, say) =>
      accountSection(settings, context, user, say),
    // Needs no recent sign-in: a leaked token must end at once, like a session.
    harmlessActions: {
      revokeToken: ({ request }, _provider, { id }, reader) =>
        tokenCalls(settings, reader).tokens.revoke(request, String(id)),
    },
  }
}
