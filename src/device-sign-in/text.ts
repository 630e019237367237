import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { DeviceText } from '../types/device-sign-in.ts'
import { part } from './kinds.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

const text: DeviceText = {
  title: 'Sign in on a device',
  text: 'Enter the code that your device shows.',
  code: 'Code',
  continue: 'Continue',
  wrong: 'That code isn’t right',
  wrongText:
    'Check it, or get a new one on the device. A code works for ten minutes, in the browser that opened it first.',
  question: (program) => `Sign in on ${program}?`,
  as: (name) => `It can then act for you, as ${name}.`,
  warning:
    'Approve only if you started this yourself and your device shows this code. If somebody sent you the code, deny it.',
  from: 'Requested from',
  asked: 'Requested',
  scopes: 'It may',
  approve: 'Approve',
  deny: 'Deny',
  approved: 'Your device is signed in',
  approvedText: (program) => `Go back to ${program}. It continues within a few seconds.`,
  denied: 'Nobody was signed in',
  deniedText: (program) => `${program} was told that you denied it.`,
  devices: 'Devices',
  none: 'You aren’t signed in on any TV, terminal or other device.',
  neverUsed: 'Never used',
  end: 'Sign out',
  add: 'Sign in on a device',
}

/** Every sentence of the pages about devices, in the visitor's language. */
export function deviceText(context: Context): Promise<DeviceText> {
  return translated(context, part, text, loadWords)
}
