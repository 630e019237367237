import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { ChangeEmailText } from '../types/change-email.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

const text: ChangeEmailText = {
  title: 'Change your email address',
  none: 'You have no email address.',
  newAddress: 'New email address',
  change: 'Change address',
  check: 'Confirm your new email address',
  sent: (email) =>
    `We sent an email to ${email}. Open its link in this browser, or enter its code here.`,
  code: 'Code',
  confirm: 'Confirm',
  question: (email) => `Your account will have this address: ${email}`,
  elsewhere: 'Sign in to confirm your new address',
  elsewhereText: 'Use the account that you changed the address in. If you didn’t, close this page.',
  confirmSubject: (app) => `Confirm your new email address for ${app}`,
  confirmMail:
    'Someone, probably you, wants to use this address for their account. If it was you, open this link where you are signed in:',
  mailCode: 'Or enter this code on the page where you asked for it:',
  takenSubject: (app) => `You already have an account at ${app}`,
  takenMail: (app) =>
    `Someone, probably you, wanted to use this address for another account at ${app}. It belongs to yours, so nothing was changed.`,
  changedSubject: (app) => `Your email address for ${app} was changed`,
  newMail: (app) => `This is now the address of your account at ${app}.`,
  oldMail: (app) =>
    `Your account at ${app} has another address now. If that wasn’t you, undo it within 72 hours:`,
  back: 'Restore my address',
  backText: (email) =>
    `Your account gets the address ${email} back. All devices are signed out, and whatever was added to the account since the change is removed.`,
  done: 'Your address is back',
  doneText: 'All devices were signed out. Sign in again and check your account.',
  old: 'This link no longer works',
  oldText: 'It was used already, or it has expired.',
}

/** Every sentence of the pages and mails about a new address, in the visitor's language. */
export function changeText(context: Context): Promise<ChangeEmailText> {
  return translated(context, 'change-email', text, loadWords)
}
