// All that a sign-in of several steps takes. It comes with the parts that ask for one (`steps` of porticojs/method).
import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { leadTo } from '../http/respond.ts'
import { proceed } from '../identity/login.ts'
import * as steps from '../identity/steps.ts'
import type { PassedStep } from '../methods/part-code.ts'
import { raiseSession } from '../sessions/raise-session.ts'
import { leave } from './finish-sign-in.ts'

export { continueAfterFinding, hold, missingStep } from '../identity/steps.ts'

/** Somebody took the step that a part had asked for, and is signed in unless another one is left. In a session, it is raised. */
export async function passStep(
  context: Context,
  { sessions }: Engine,
  part: string,
  { amr = [], raises, afterwards }: PassedStep,
): Promise<Response> {
  if (raises) {
    await raiseSession(context, sessions, amr, raises.isRecent)
    return leadTo(raises.url, context.request)
  }
  const attempt = await steps.continueAfterPart(context, { part, amr })
  const [{ provider }] = attempt.findings
  const result = await proceed(context, attempt, sessions, steps)
  await afterwards?.()
  return leave(context, result, {
    provider: provider.id,
    isLink: attempt.intent.link !== undefined,
  })
}
