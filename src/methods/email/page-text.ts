import type { EmailText } from '../../types/email.ts'

/** Every sentence that the pages of this method say, in English. */
export const pageText: EmailText = {
  email: 'Email',
  sendLink: 'Email me a link',
  checkMail: 'Check your email',
  sent: 'We sent you an email.',
  sentTo: (email) => `We sent a link and a code to ${email}.`,
  openLink: 'Open the link in it to sign in.',
  openLinkOrTypeCode: 'Open the link, or enter the code here.',
  code: 'Six-digit code',
  again: 'Send it again',
  sentAgain: 'Sent again',
  sentAgainText: 'Use the newest email.',
  wrongCode: 'That code isn’t right',
  wrongCodeText: 'Use the code from the newest email.',
  triesLeft: (tries) => `${tries === 1 ? '1 try' : `${tries} tries`} left.`,
  none: 'You have no email address yet.',
  confirmed: 'You can sign in with a link or code sent here',
  unconfirmed: 'Not confirmed yet',
  add: 'Add an email address',
  confirmSignIn: 'Continue signing in',
  confirmSignInText: 'You’re about to be signed in as:',
  notYou: 'Didn’t request this? Cancel, and nothing will change.',
}
