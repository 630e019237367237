import type { MailText } from '../../types/email.ts'

/** Every sentence of the sign-in mail, in English; a translation is another object of this shape. */
export const mailText: MailText = {
  subject: (app, code) => `${code} is your sign-in code for ${app}`,
  title: (app) => `Sign in to ${app}`,
  open: 'Open this link to sign in:',
  button: 'Sign in',
  code: 'Or enter this code on the sign-in page:',
  expires: (_minutes, duration) => `The link works once and expires in ${duration}.`,
  codeExpires: (_minutes, duration) => `The code expires in ${duration}.`,
  paste: 'If the button doesn’t work, open this address:',
  ignore: 'Didn’t request this? You can ignore this email.',
}
