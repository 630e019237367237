import type { AuthErrorCode } from '../errors.ts'
import type { Problem } from '../types/language.ts'

/** The words for visitors about each error, in English. The error's own hint is for the developer. */
export const errorText: Readonly<Record<AuthErrorCode, Problem>> = {
  Configuration: {
    title: 'Sign-in isn’t available',
    text: 'Please try again later.',
  },
  InvalidRequest: {
    title: 'We couldn’t read that request',
    text: 'Nothing was changed. Please try again.',
  },
  NotFound: {
    title: 'Page not found',
    text: 'There is nothing at this address.',
  },
  MethodNotAllowed: {
    title: 'That isn’t possible here',
    text: 'Please go back and try again.',
  },
  CrossSite: {
    title: 'That came from another site',
    text: 'Nothing was changed. Please start again from this site.',
  },
  RateLimited: {
    title: 'Too many attempts',
    text: 'Please try again in a moment.',
  },
  SessionRequired: {
    title: 'Please sign in first',
    text: 'You need to sign in to do that.',
  },
  RecentSignInRequired: {
    title: 'Please sign in again first',
    text: 'To keep you safe, sign in again before a change like this.',
  },
  AccessDenied: {
    title: 'You couldn’t be signed in',
    text: 'That account isn’t allowed to sign in here.',
  },
  FlowMissing: {
    title: 'This sign-in couldn’t be continued',
    text: 'It began in another browser, was used already, or cookies are blocked. Please start again.',
  },
  FlowExpired: {
    title: 'This sign-in took too long',
    text: 'Please start again.',
  },
  CheckFailed: {
    title: 'This sign-in couldn’t be verified',
    text: 'Please start again.',
  },
  PlatformError: {
    title: 'The platform couldn’t sign you in',
    text: 'Try again, or choose another way to sign in.',
  },
  PlatformUnreachable: {
    title: 'The platform isn’t responding',
    text: 'Please try again in a moment.',
  },
  ProfileInvalid: {
    title: 'The platform didn’t tell us who you are',
    text: 'Try again, or choose another way to sign in.',
  },
  OAuthAccountNotLinked: {
    title: 'You already have an account here',
    text: 'Sign in as you did before, then connect this platform on your account page.',
  },
  AccountTaken: {
    title: 'That account is already linked',
    text: 'It is linked to another account on this site.',
  },
  AlreadyConnected: {
    title: 'That account is already connected',
    text: 'To connect another account, choose it at the platform.',
  },
  LastMethod: {
    title: 'This is your only way to sign in',
    text: 'Add another way before you remove this one.',
  },
  Verification: {
    title: 'This link or code is no longer valid',
    text: 'It may have expired or been used already. Please request a new one.',
  },
  EmailInvalid: {
    title: 'That isn’t an email address',
    text: 'Please enter one address, such as ada@example.com.',
  },
  MailFailed: {
    title: 'We couldn’t send the email',
    text: 'Try again, or choose another way to sign in.',
  },
  CredentialsSignin: {
    title: 'Wrong sign-in details',
    titles: { email: 'Wrong email or password', username: 'Wrong username or password' },
    text: 'Check what you entered and try again.',
  },
  WebAuthnVerification: {
    title: 'That passkey couldn’t be verified',
    text: 'Try again, or choose another way to sign in.',
  },
  SignInAgain: {
    title: 'Please sign in again',
    text: 'The platform needs your permission again.',
  },
  ScopeMissing: {
    title: 'Please sign in again',
    text: 'The platform needs your permission again.',
  },
  Unsupported: {
    title: 'That isn’t supported here',
    text: 'Please choose another way.',
  },
  StorageConflict: {
    title: 'Already in progress',
    text: 'Nothing was changed. Please try again.',
  },
  StorageError: {
    title: 'That isn’t possible right now',
    text: 'Please try again in a moment.',
  },
  Internal: {
    title: 'Something went wrong',
    text: 'Please try again.',
  },
}
