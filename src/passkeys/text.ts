import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { PasskeyText } from '../types/webauthn.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

/** Every sentence that the pages say about passkeys, in English. */
export const text: PasskeyText = {
  signIn: 'Sign in with a passkey',
  signUp: 'New here? Sign up with a passkey',
  yourName: 'Your name',
  create: 'Create a passkey',
  needsScript: 'Passkeys need JavaScript, which is turned off in this browser.',
  declined: 'No passkey was used. Try again, or choose another way.',
  exists: 'This device already has a passkey for your account.',
  unknown: 'No account here uses this passkey',
  unknownText: 'It may have been removed. Choose another passkey, or sign in another way.',
  failed: 'That didn’t work. Check your connection and try again.',
  unsupported: 'This browser doesn’t support passkeys.',
  title: 'Passkeys',
  none: 'You have no passkey yet.',
  add: 'Add a passkey',
}

/** The same in the visitor's language. */
export function passkeyText(context: Context): Promise<PasskeyText> {
  return translated(context, 'webauthn', text, loadWords)
}
