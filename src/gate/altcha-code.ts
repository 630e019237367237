import { json } from '../http/respond.ts'
import { pageModule } from '../pages/page-module.ts'
import { newChallenge } from './altcha-challenge.ts'
import { script } from './altcha-script.ts'
import { isSolved } from './altcha-solution.ts'
import type { GateKind } from './gate.ts'
import { gateFailed, gateText } from './text.ts'

/** ALTCHA: one path has challenges, another the script of the built-in pages that solves them. */
export function altchaKind(cost: number): GateKind {
  return {
    judge: isSolved,
    pathHandlers: {
      altcha: async (context) => json(await newChallenge(context, cost)),
      'altcha.js': async () => pageModule(script),
    },
    async gateForm(context, action) {
      const say = await gateText(context)
      const { basePath } = context.config
      return {
        data: {
          altcha: `${basePath}/altcha?${new URLSearchParams({ action })}`,
          'gate-failed': gateFailed(say),
        },
        script: `${basePath}/altcha.js`,
        noScript: say.needsScript,
      }
    },
  }
}
