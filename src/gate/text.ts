import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { GateText } from '../types/gate.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

/** Every sentence that the pages say about the gate, in English. */
export const text: GateText = {
  refused: 'We couldn’t verify that you’re not a robot',
  refusedText: 'Nothing was sent or changed. Go back and try once more.',
  failed: 'We can’t check that you’re not a robot right now',
  failedText: 'Nothing was sent or changed. Please try again in a moment.',
  back: 'Go back',
  needsScript: 'This form needs JavaScript, to keep robots out. It is turned off in this browser.',
}

/** Two lines for a form that got no token. */
export function gateFailed({ failed, failedText }: GateText): string {
  return `${failed}\n${failedText}`
}

/** The same in the visitor's language. */
export function gateText(context: Context): Promise<GateText> {
  return translated(context, 'gate', text, loadWords)
}
