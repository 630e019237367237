import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { GuestText } from '../types/guest.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

const text: GuestText = {
  begin: 'Continue as a guest',
  title: 'You are here as a guest',
  keep: 'Sign in to keep your work. Without an account it is lost when this browser forgets you.',
  signIn: 'Sign in to keep your work',
}

/** Every sentence of the pages about guests, in the visitor's language. */
export function guestText(context: Context): Promise<GuestText> {
  return translated(context, 'guest', text, loadWords)
}
