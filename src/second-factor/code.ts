import type { PartCode } from '../methods/part-code.ts'
import { script } from '../pages/copy-script.ts'
import { pageModule } from '../pages/page-module.ts'
import type { FactorCalls, FactorName } from '../types/second-factor.ts'
import { factorSection } from './account-section.ts'
import { factorCalls } from './calls.ts'
import { answerCodes } from './codes.ts'
import { factorsOf, isOn } from './factors.ts'
import { nextStep, takeFinding } from './next-step.ts'
import type { Rules } from './options.ts'
import { forgetBrowsers, ownFactors } from './own-factors.ts'
import { answerSetup } from './setup.ts'
import { answerStep, answerStepUp } from './step.ts'

/** Second factors, for one configuration. */
export function secondFactor(rules: Rules): PartCode<undefined, FactorCalls> {
  return {
    nextStep: (context, candidate) => nextStep(context, rules, candidate),
    takeFinding: (context, finding, user) => takeFinding(context, rules, finding, user),
    async proveMore(app, { id }, level) {
      const isAsked = level === 2 || isOn(await factorsOf(app, id))
      return isAsked ? `${app.config.basePath}/step-up` : undefined
    },
    pathHandlers: {
      'second-factor': (context) => answerStep(context, rules),
      'step-up': (context) => answerStepUp(context, rules),
      'second-factor-setup': (context, _provider, reader) => answerSetup(context, rules, reader),
      'recovery-codes': (context, _provider, reader) => answerCodes(context, rules, reader),
      'recovery-codes.js': async () => pageModule(script),
    },
    calls: (reader) => factorCalls(reader, rules),
    accountSection: (context, _providers, user, say) => factorSection(context, rules, user, say),
    actions: {
      removeFactor: ({ request }, _provider, { factor }, reader) =>
        factorCalls(reader, rules).factors.remove(request, readFactor(factor)),
      requirePasskey: ({ request }, _provider, _form, reader) =>
        // Codes are shown when they are made; the account page has a button for that.
        factorCalls(reader, { ...rules, recoveryCodes: 0 }).factors.requirePasskey(request),
    },
    harmlessActions: {
      forgetBrowser: ({ request }, _provider, { id }, reader) =>
        factorCalls(reader, rules).factors.forgetBrowser(request, String(id)),
      // The button of the page that showed the codes.
      savedCodes: async () => undefined,
    },
    overview: async (context, _provider, { id }) => ({
      secondFactor: await ownFactors(context, id),
    }),
    // Whatever may have been somebody else's doing, trust ends with it.
    happened: (context, { userId }) => forgetBrowsers(context, userId),
  }
}

function readFactor(written: unknown): FactorName {
  return written === 'passkey' ? 'passkey' : 'totp'
}
