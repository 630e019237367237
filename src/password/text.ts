import type { Context } from '../context.ts'
import { pageText } from '../methods/email/page-text.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { EmailText } from '../types/email.ts'
import type { PasswordText } from '../types/password.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

/** Every sentence of the pages and mails about passwords, in English. */
export const text: PasswordText = {
  aPassword: 'a password',
  username: 'Username',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  signUp: 'Create an account',
  newHere: 'New here? Create an account',
  haveAccount: 'Already have an account? Sign in',
  rule: (minimum) =>
    `Use at least ${minimum} characters for your password. A few words in a row are easy to remember.`,
  forgot: 'Forgot your password?',
  forgotText: 'We’ll email you a link and a code to choose a new one.',
  sentToOwner: 'If the account has an email address, we sent an email to it.',
  confirm: 'Confirm',
  confirmAddress: 'Confirm your email address',
  confirmAddressText: 'You’ll sign in with this address:',
  chooseNew: 'Choose a new password',
  save: 'Save password',
  short: 'Choose a longer password',
  long: 'Choose a shorter password',
  breached: 'Choose another password',
  breachedText: 'This one has been in a data leak, so others may guess it.',
  nameText: 'This one is your own address or username, which others try first.',
  wrongCurrent: 'That isn’t your current password',
  usernameTaken: 'That username is taken',
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
  knownSubject: (app) => `You already have an account at ${app}`,
  knownMail: (app) =>
    `Someone, probably you, tried to create an account at ${app} with this address, which has one already. If you forgot your password, choose a new one here:`,
  resetSubject: (app) => `Choose a new password for ${app}`,
  resetMail: 'Open this link to choose a new password:',
  unknownSubject: (app) => `No account at ${app} has this address`,
  unknownMail: (app) =>
    `Someone, probably you, asked for a new password at ${app}. No account there has this address. You may have used another one, or create an account here:`,
  mailCode: 'Or enter this code on the page where you asked for it:',
}

/** The sentences about passwords, and those about mails and their codes, which sign-in by email has in every language. */
export type Sentences = EmailText & PasswordText

/** The link that opens the form, where another way to sign in stands in the open. */
export async function useInstead(context: Context): Promise<string> {
  const said = await translated(context, 'credentials', { usePassword: 'Use a password instead' })
  return said.usePassword
}

/** The same in the visitor's language. */
export async function passwordText(context: Context): Promise<Sentences> {
  const own = await translated(context, 'password', text, loadWords)
  return { ...(await translated(context, 'email', pageText)), ...own }
}
