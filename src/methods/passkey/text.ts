import type { PasskeyText } from '../../types/webauthn.ts'

/** Every sentence that the pages say about passkeys, in English. */
export const text: PasskeyText = {
  signIn: 'Sign in with a passkey',
  signUp: 'New here? Sign up with a passkey',
  yourName: 'Your name',
  create: 'Create a passkey',
  needsScript: 'Passkeys need JavaScript, which is turned off in this browser.',
  title: 'Passkeys',
  none: 'You have no passkey yet.',
  add: 'Add a passkey',
}
