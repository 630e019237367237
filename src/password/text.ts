import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { PasswordText } from '../types/password.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

/** Every sentence of the pages and mails about passwords, in English. */
export const text: PasswordText = {
  aPassword: 'a password',
  email: 'Email',
  username: 'Username',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  code: 'Six-digit code',
  signUp: 'Create an account',
  newHere: 'New here? Create an account',
  haveAccount: 'Already have an account? Sign in',
  rule: (minimum) =>
    `Use at least ${minimum} characters for your password. A few words in a row are easy to remember.`,
  forgot: 'Forgot your password?',
  forgotText: 'We’ll email you a link and a code to choose a new one.',
  sendLink: 'Email me a link',
  checkMail: 'Check your email',
  sentTo: (email) => `We sent an email to ${email}.`,
  sentToOwner: 'If the account has an email address, we sent an email to it.',
  openLinkOrTypeCode: 'Open the link in it, or enter its code here.',
  again: 'Send it again',
  sentAgain: 'Sent again',
  sentAgainText: 'Use the newest email.',
  confirm: 'Confirm',
  confirmAddress: 'Confirm your email address',
  confirmAddressText: 'You’ll sign in with this address:',
  chooseNew: 'Choose a new password',
  save: 'Save password',
  short: 'Choose a longer password',
  shortText: (minimum) => `Use at least ${minimum} characters.`,
  long: 'Choose a shorter password',
  longText: 'Use at most 1,024 characters.',
  breached: 'Choose another password',
  breachedText: 'This one has been in a data leak, so others may guess it.',
  wrongCurrent: 'That isn’t your current password',
  wrongCurrentText: 'Check it and try again.',
  wrongCode: 'That code isn’t right',
  wrongCodeText: 'Use the code from the newest email.',
  triesLeft: (tries) => `${tries === 1 ? '1 try' : `${tries} tries`} left.`,
  usernameTaken: 'That username is taken',
  usernameTakenText: 'Choose another one.',
  usernameInvalid: 'That username isn’t possible',
  usernameInvalidText: 'Use 3 to 30 letters, digits, dots, hyphens and underscores.',
  title: 'Password',
  none: 'You have no password yet.',
  set: 'Set a password',
  setText: 'You’ll sign in with this address. We’ll email you a link and a code to confirm it.',
  change: 'Change password',
  changed: 'Changed',
  confirmSubject: (app) => `Confirm your email address for ${app}`,
  confirmMail: 'Open this link to confirm your email address:',
  confirmButton: 'Confirm address',
  knownSubject: (app) => `You already have an account at ${app}`,
  knownMail: (app) =>
    `Someone, probably you, tried to create an account at ${app} with this address, which has one already. If you forgot your password, choose a new one here:`,
  knownButton: 'Choose a new password',
  resetSubject: (app) => `Choose a new password for ${app}`,
  resetMail: 'Open this link to choose a new password:',
  resetButton: 'Choose a new password',
  unknownSubject: (app) => `No account at ${app} has this address`,
  unknownMail: (app) =>
    `Someone, probably you, asked for a new password at ${app}. No account there has this address. You may have used another one, or create an account here:`,
  unknownButton: 'Create an account',
  mailCode: 'Or enter this code on the page where you asked for it:',
  expires: (duration) => `The link works once and expires in ${duration}.`,
  paste: 'If the button doesn’t work, open this address:',
  ignore: 'Didn’t request this? You can ignore this email.',
}

/** The same in the visitor's language. */
export function passwordText(context: Context): Promise<PasswordText> {
  return translated(context, 'password', text, loadWords)
}
