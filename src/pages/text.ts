import type { CommonText } from '../types/language.ts'

/** The words of the pages, in English. */
export const text: CommonText = {
  signIn: 'Sign in',
  signInTo: (name) => `Sign in to ${name}`,
  signInWith: (name) => `Continue with ${name}`,
  more: 'More ways to sign in',
  or: 'or',
  usedLast: 'Last used',
  remember: 'Stay signed in on this device',
  findPlatform: 'Find a platform',
  find: 'Find',
  noMatch: 'No platform matches.',
  showAll: 'Show all',
  inApp: (name) => `${name} can’t sign you in here`,
  inAppText:
    'Open this page in your usual browser, often with “Open in browser” in the app’s menu.',
  noMethods: 'There is no way to sign in yet.',
  continue: 'Continue',
  cancel: 'Cancel',
  cancelled: 'Sign-in canceled',
  cancelledText: 'Try again, or choose another way to sign in.',
  waitFor: (duration) => `Please wait up to ${duration}, then try again.`,
  continueAs: (who) => `Continue as ${who}`,
  toSignIn: 'Go to sign-in',

  signOut: 'Sign out',
  signOutOf: (name) => `Sign out of ${name}`,
  signOutText: 'You can sign in again at any time.',
  signedInAs: (who) => `You are signed in as ${who}.`,
  staySignedIn: 'Stay signed in',
  signedOut: 'You’re signed out',
  signedOutEverywhere: 'You’re signed out everywhere',
  accountDeleted: 'Your account was deleted',
  accountDeletedText: 'You can no longer sign in with it.',

  tryAgain: 'Try again',
  developer: 'For the developer',
  developerText: 'Shown in development only.',

  otherWay: 'Sign in another way',

  thePlatform: 'The platform',
  back: 'Back',

  terms: 'Terms',
  privacy: 'Privacy',
  support: 'Support',
}
