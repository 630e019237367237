import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { AccessTokenText } from '../types/access-tokens.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

const text: AccessTokenText = {
  title: 'Access tokens',
  none: 'You have no access token. Programs use one to act for you.',
  name: 'What is the token for?',
  until: 'Valid until (leave empty for no expiry)',
  ends: 'Valid until',
  endless: 'No expiry',
  neverUsed: 'Never used',
  create: 'Create a token',
  revoke: 'Revoke',
  more: 'More tokens',
  created: 'Your new access token',
  createdText: 'Copy it now. It won’t be shown again. Whoever has it can act for you.',
  token: 'Access token',
  copy: 'Copy',
  copied: 'Copied',
  back: 'Done',
}

/** Every sentence of the pages about access tokens, in the visitor's language. */
export function tokenText(context: Context): Promise<AccessTokenText> {
  return translated(context, 'access-tokens', text, loadWords)
}
