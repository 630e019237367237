// All that a sign-in of several steps takes. It comes with the parts that ask for one (`steps` of porticojs/method).
import type { Context } from '../context.ts'
import type { Engine } from '../engine.ts'
import { proceed } from '../identity/login.ts'
import * as steps from '../identity/steps.ts'
import type { PassedStep } from '../methods/part-code.ts'
import { leave } from './finish-sign-in.ts'

export { continueAfterFinding, hold } from '../identity/steps.ts'

/** Somebody took the step that a part had asked for, and is signed in unless another one is left. */
export async function passStep(
  context: Context,
  { sessions }: Engine,
  part: string,
  { amr = [] }: PassedStep,
): Promise<Response> {
  const attempt = await steps.continueAfterPart(context, { part, amr })
  const [{ provider }] = attempt.findings
  const result = await proceed(context, attempt, sessions, steps)
  return leave(context, result, {
    provider: provider.id,
    isLink: attempt.intent.link !== undefined,
  })
}
