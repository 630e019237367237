import type { PageText } from '../types/language.ts'

/** Every sentence that the pages say, in English. */
export const text: PageText = {
  signIn: 'Sign in',
  signInTo: (name) => `Sign in to ${name}`,
  signInWith: (name) => `Sign in with ${name}`,
  more: 'More ways to sign in',
  or: 'or',
  noMethods: 'There is no way to sign in here yet.',
  continue: 'Continue',
  cancel: 'Cancel',

  signOut: 'Sign out',
  signOutOf: (name) => `Sign out of ${name}`,
  signOutText: 'You can sign in again at any time.',
  signedInAs: (who) => `You are signed in as ${who}.`,
  staySignedIn: 'Stay signed in',

  tryAgain: 'Try again',
  developer: 'For the developer',
  developerText: 'Shown in development only.',

  otherWay: 'Sign in another way',

  connect: 'Connect',

  account: 'Your account',
  platforms: 'Connected platforms',
  noPlatforms: 'No platform is connected.',
  connected: 'Connected',
  disconnect: 'Disconnect',
  added: 'Added',
  lastUsed: 'Last used',
  remove: 'Remove',
  rename: 'Rename',
  newName: 'New name',
  save: 'Save',
  sessions: 'Where you are signed in',
  thisDevice: 'This device',
  unknownDevice: 'Unknown device',
  device: (browser, system) => `${browser} on ${system}`,
  signOutEverywhere: 'Sign out everywhere',
  back: 'Back',
  backTo: (name) => `Back to ${name}`,
  deleteAccount: 'Delete my account',
  deleteText:
    'Your account and everything that belongs to it will be deleted. This cannot be undone.',
  deleteConfirm: 'I understand',
}
