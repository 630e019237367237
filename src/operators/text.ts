import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { OperatorText } from '../types/operators.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

const text: OperatorText = {
  blocked: 'This account is blocked',
  blockedText:
    'You can’t sign in with it at the moment. If you think this is a mistake, contact the people who run this site.',
  actingAs: (name) => `You are acting as ${name}.`,
  stopActing: 'Return to your own account',
}

/** Every sentence of the pages of operators, in the visitor's language. */
export function operatorText(context: Context): Promise<OperatorText> {
  return translated(context, 'operators', text, loadWords)
}
