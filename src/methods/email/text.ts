import type { MailText } from '../../types/email.ts'

/** Every sentence of the sign-in mail, in English; a translation is another object of this shape. */
export const mailText: MailText = {
  subject: (app) => `Sign in to ${app}`,
  title: (app) => `Sign in to ${app}`,
  open: 'Open this link to sign in:',
  button: 'Sign in',
  code: 'Or type this code where you asked for it:',
  expires: (minutes) => `The link works once, for ${duration(minutes)}.`,
  paste: 'If the button does not work, open this address:',
  ignore: 'If you did not ask for this mail, ignore it: nothing will happen.',
}

function duration(minutes: number): string {
  const hours = Math.round(minutes / 60)
  if (minutes < 120) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `${hours} hours`
}
