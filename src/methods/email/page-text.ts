import type { EmailText } from '../../types/email.ts'

/** Every sentence that the pages of this method say, in English. */
export const pageText: EmailText = {
  email: 'E-mail',
  sendLink: 'Send me a link',
  checkMail: 'Check your mail',
  sent: 'We sent you a mail.',
  sentTo: (email) => `We sent a mail to ${email}.`,
  openLink: 'Open the link in it to sign in.',
  openLinkOrTypeCode: 'Open the link in it, or type its six-digit code here.',
  code: 'Six-digit code',
  again: 'Send it again',
  confirmSignIn: 'Continue signing in',
  confirmSignInText: 'You are about to be signed in as:',
  notYou: 'If you did not ask for this, cancel: nothing will change.',
}
