import type { MailText } from '../../types/email.ts'

/** Every sentence of the sign-in mail, in English; a translation is another object of this shape. */
export const mailText: MailText = {
  subject: (app) => `Sign in to ${app}`,
  title: (app) => `Sign in to ${app}`,
  open: 'Open this link to sign in:',
  button: 'Sign in',
  code: 'Or type this code where you asked for it:',
  expires: (_minutes, duration) => `The link works once, for ${duration}.`,
  paste: 'If the button does not work, open this address:',
  ignore: 'If you did not ask for this mail, ignore it: nothing will happen.',
}
