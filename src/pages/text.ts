/** What went wrong, in a visitor's words. */
export type Problem = {
  readonly title: string
  readonly text: string
  readonly advice?: string | undefined
  /** For the developer; given in development only. */
  readonly hint?: string | undefined
}

/** Every sentence that the pages say, in English; a translation is another object of this shape. */
export const text = {
  signIn: 'Sign in',
  signInTo: (name: string): string => `Sign in to ${name}`,
  signInWith: (name: string): string => `Sign in with ${name}`,
  email: 'E-mail',
  sendLink: 'Send me a link',
  signInWithPasskey: 'Sign in with a passkey',
  signUpWithPasskey: 'New here? Sign up with a passkey',
  yourName: 'Your name',
  createPasskey: 'Create a passkey',
  passkeyNeedsScript: 'Passkeys need JavaScript, which is turned off in this browser.',
  more: 'More ways to sign in',
  or: 'or',
  noMethods: 'There is no way to sign in here yet.',
  continue: 'Continue',
  cancel: 'Cancel',

  signOut: 'Sign out',
  signOutOf: (name: string): string => `Sign out of ${name}`,
  signOutText: 'You can sign in again at any time.',
  signedInAs: (who: string): string => `You are signed in as ${who}.`,
  staySignedIn: 'Stay signed in',

  tryAgain: 'Try again',
  developer: 'For the developer',
  developerText: 'Shown in development only.',

  checkMail: 'Check your mail',
  sent: 'We sent you a mail.',
  sentTo: (email: string): string => `We sent a mail to ${email}.`,
  openLink: 'Open the link in it to sign in.',
  openLinkOrTypeCode: 'Open the link in it, or type its six-digit code here.',
  code: 'Six-digit code',
  resend: 'Send it again',
  otherWay: 'Sign in another way',

  confirmSignIn: 'Continue signing in',
  confirmSignInText: 'You are about to be signed in as:',
  confirmLink: (platform: string): string => `Connect ${platform}?`,
  confirmLinkText: 'It will become a way to sign in to the account of:',
  connect: 'Connect',
  notYou: 'If you did not ask for this, cancel: nothing will change.',

  account: 'Your account',
  platforms: 'Connected platforms',
  noPlatforms: 'No platform is connected.',
  connected: 'Connected',
  disconnect: 'Disconnect',
  passkeys: 'Passkeys',
  noPasskeys: 'You have no passkey yet.',
  addPasskey: 'Add a passkey',
  added: 'Added',
  lastUsed: 'Last used',
  remove: 'Remove',
  rename: 'Rename',
  newName: 'New name',
  save: 'Save',
  sessions: 'Where you are signed in',
  thisDevice: 'This device',
  unknownDevice: 'Unknown device',
  signOutEverywhere: 'Sign out everywhere',
  back: 'Back',
  backTo: (name: string): string => `Back to ${name}`,
  deleteAccount: 'Delete my account',
  deleteText:
    'Your account and everything that belongs to it will be deleted. This cannot be undone.',
  deleteConfirm: 'I understand',
}

/** The shape of the pages' sentences. */
export type Text = typeof text
