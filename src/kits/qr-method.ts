import type { Method } from '../methods/method.ts'
import type { ResolvedOAuth } from '../methods/oauth/resolved.ts'
import { finishQr } from './qr-finish.ts'
import type { QrRules } from './qr-rules.ts'
import { startQr } from './qr-start.ts'
import { qrText } from './text.ts'

/** OAuth, and codes that a screen shows. The same form starts either, by its field `kit`. */
export function withQrCodes(code: Method<ResolvedOAuth>, rules: QrRules): Method<ResolvedOAuth> {
  return {
    ...code,
    start: (context, provider, intent) =>
      intent.body.kit === rules.name
        ? startQr(context, provider, rules, intent)
        : code.start(context, provider, intent),
    finish: (context, provider) =>
      context.query.get('kit') === rules.name
        ? finishQr(context, provider, rules)
        : code.finish(context, provider),
    async view(context, provider, say) {
      const view = await code.view(context, provider, say)
      const words = await qrText(context)
      const { action, name } = view
      const more = {
        ...{ summary: words.title(name), submit: words.show, action },
        fields: { kit: rules.name },
      }
      return { ...view, more }
    },
  }
}
