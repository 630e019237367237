import { emulatorOf } from '../config/emulator.ts'
import type { Context } from '../context.ts'
import { viaEmulator } from '../http/via-emulator.ts'
import { pageModule } from '../pages/page-module.ts'
import type { GateKind } from './gate.ts'
import { askSiteverify, judgeVerdict } from './siteverify.ts'
import { gateFailed, gateText } from './text.ts'
import { type TurnstileKeys, turnstileId } from './turnstile-keys.ts'
import { script } from './turnstile-script.ts'

const api = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'

/** Longer ones are none of Cloudflare's, which is not asked about them. */
const longestToken = 2048

/** Turnstile: Cloudflare judges tokens; one path has the script of the built-in pages that gets them. */
export function turnstileKind(keys: TurnstileKeys): GateKind {
  return {
    reusesTokens: keys.isTest,
    async judge({ token = '', action, origin, ip, signal }, { config, services }) {
      if (token === '') return 'no token'
      if (token.length > longestToken) return 'no token of Cloudflare'
      const fetch = services.providerFetch(turnstileId, undefined)
      const question = { secret: keys.secretKey, response: token, ...(ip && { remoteip: ip }) }
      const verdict = await askSiteverify(question, { fetch, signal })
      if (keys.isTest) return verdict.success || verdict.reason
      const hosts = [origin, ...config.actingOrigins].map((each) => new URL(each).hostname)
      return judgeVerdict(verdict, { action, hosts, now: services.now() })
    },
    pathHandlers: {
      'turnstile.js': async (context) =>
        pageModule(script.replace('{siteKey} {api}', `${keys.siteKey} ${apiUrl(context)}`)),
    },
    async gateForm(context, action) {
      const say = await gateText(context)
      return {
        data: { turnstile: action, 'gate-failed': gateFailed(say) },
        script: `${context.config.basePath}/turnstile.js`,
        scriptOrigin: apiUrl(context).origin,
        noScript: say.needsScript,
      }
    },
  }
}

/** Cloudflare's script, or that of the emulator which plays Cloudflare. */
function apiUrl({ config }: Context): URL {
  return viaEmulator(emulatorOf(config, turnstileId), new URL(api))
}
