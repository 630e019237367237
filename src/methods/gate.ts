import { isMethod } from '../config/parts.ts'
import type { Context } from '../context.ts'
import type { ActionView } from '../types/views.ts'
import { loadPart } from './load-part.ts'
import type { GateAttempt, GateForm } from './part-code.ts'

/**
 * Asks the application's gate before something that costs money, reveals something or makes a user. Call it after the limits were
 * counted. Rejects if the gate refuses; without a gate it does nothing.
 */
export async function passGate(context: Context, attempt: GateAttempt): Promise<void> {
  for (const code of await loadOwnParts(context)) await code.gate?.(context, attempt)
}

/** A form of the built-in pages, with what it needs to pass the gate. A form that has words for people without scripts keeps them. */
export async function gatedForm<Form extends ActionView & GateForm>(
  context: Context,
  action: string,
  form: Form,
): Promise<Form> {
  let gated = form
  for (const code of await loadOwnParts(context)) {
    const added = await code.gateForm?.(context, action)
    if (!added) continue
    const { script = gated.script, scriptOrigin, noScript, data } = added
    gated = { noScript, ...gated, script, scriptOrigin, data: { ...gated.data, ...data } }
  }
  return gated
}

function loadOwnParts({ config }: Context): Promise<Awaited<ReturnType<typeof loadPart>>[]> {
  return Promise.all(config.parts.filter((part) => !isMethod(part)).map(loadPart))
}
