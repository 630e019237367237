import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { FactorText } from './factor-text.ts'
import { part } from './kinds.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

/** Every sentence that the pages say about second factors, in English. */
export const text: FactorText = {
  title: 'Confirm it’s you',
  appText: 'Enter the code that your authenticator app shows.',
  passkeyText: 'Use your passkey.',
  recoveryText: 'Enter one of your recovery codes.',
  code: 'Code',
  continue: 'Continue',
  usePasskey: 'Use a passkey',
  trust: (duration) => `Don’t ask again in this browser for ${duration}`,
  lost: 'Can’t use your app or passkey?',
  lostText: 'Enter one of the recovery codes that you saved. Each works once.',
  recoveryCode: 'Recovery code',
  signInAgain: 'Sign in another way',
  wrong: 'That code isn’t right',
  wrongText:
    'Each code works once, for about 30 seconds. If none of them works, check the clock of your phone.',
  wasRight: (duration) =>
    `This code was right ${duration} ago. Set your phone’s clock to the network’s time, and try again.`,
  none: 'You need a second factor for this',
  noneText: 'Set up an authenticator app in your account, then come back.',
  goToAccount: 'Set it up',
  unavailable: 'This sign-in can’t be confirmed here',
  unavailableText: 'Sign in another way first, and use your passkey as the second step.',
  back: 'Back',
  setUp: 'Set up an authenticator app',
  setUpText:
    'Scan this with an app such as Google Authenticator, then enter the code that it shows.',
  requiredText:
    'Your account needs a second factor. Scan this with an app such as Google Authenticator, then enter the code that it shows.',
  qr: 'QR code for your authenticator app',
  secret: 'Can’t scan it? Enter this key:',
  openApp: 'Open it on this device',
  turnOn: 'Turn on',
  clock: (duration) =>
    `Your phone’s clock is off by ${duration}. Set it to the network’s time, and try again.`,
  codes: 'Save your recovery codes',
  codesText:
    'If you lose your phone, each of these signs you in once. They are shown only now: print them, or keep them in a password manager.',
  download: 'Download as a text file',
  copy: 'Copy',
  copied: 'Copied',
  print: 'Print',
  saved: 'I saved them',
  renewText: 'Your old recovery codes stop working.',
  renew: 'Get new recovery codes',
  section: 'Second factor',
  off: 'Off. Turn it on, and your password or another account alone is not enough to sign in.',
  app: 'Authenticator app',
  appUnreadable: 'Can’t be read. Set it up again.',
  anotherApp: 'Change app',
  passkeys: 'Passkeys',
  askPasskey: 'Ask for a passkey',
  passkeysOff: 'Not asked for when you sign in another way',
  recoveryCodes: 'Recovery codes',
  left: (count) => `${count} left`,
  newCodes: 'New codes',
  trusted: 'Trusted browser',
  until: 'Not asked until',
  forget: 'Ask again',
}

/** The same in the visitor's language. */
export function factorText(context: Context): Promise<FactorText> {
  return translated(context, part, text, loadWords)
}
