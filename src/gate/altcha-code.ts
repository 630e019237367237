import type { Context } from '../context.ts'
import { json } from '../http/respond.ts'
import { newChallenge } from './altcha-challenge.ts'
import { isSolved } from './altcha-solution.ts'
import type { GateKind } from './gate.ts'
import { script } from './script.ts'
import { gateText } from './text.ts'

/** ALTCHA: one path has challenges, another the script of the built-in pages that solves them. */
export function altchaKind(cost: number): GateKind {
  return {
    judge: isSolved,
    pathHandlers: {
      altcha: async (context) => json(await newChallenge(context, cost)),
      'altcha.js': serveScript,
    },
    async gateForm(context, action) {
      const say = await gateText(context)
      const { basePath } = context.config
      return {
        data: {
          altcha: `${basePath}/altcha?${new URLSearchParams({ action })}`,
          'altcha-failed': say.failed,
        },
        script: `${basePath}/altcha.js`,
        noScript: say.needsScript,
      }
    },
  }
}

async function serveScript(_context: Context): Promise<Response> {
  return new Response(script, {
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  })
}
