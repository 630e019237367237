import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { NativeAppText } from '../types/native-apps.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

const text: NativeAppText = {
  continueAs: (app, person) => `Continue to ${app} as ${person}`,
  question: (app) => `Continue only if you just asked ${app} on this device to sign you in.`,
  otherAccount: 'Use another account',
}

/** Every sentence of the page that asks the visitor, in their language. */
export function nativeText(context: Context): Promise<NativeAppText> {
  return translated(context, 'native-apps', text, loadWords)
}
