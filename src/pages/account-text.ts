import type { AccountText, PageFrame, PageText } from '../types/language.ts'
import { pageText } from './frame.ts'

/** The words that only the account page has, in English. Applications without a storage have no such page. */
export const accountText: AccountText = {
  account: 'Your account',
  connectCancelled: 'Connecting canceled',
  connectCancelledText: 'Nothing was changed.',
  signedOutElsewhere: 'You’re signed out everywhere else',
  deviceSignedOut: 'That device is signed out',
  platforms: 'Platforms',
  noPlatforms: 'No platform is connected yet.',
  connect: 'Connect',
  connected: 'Connected',
  disconnect: 'Disconnect',
  connectOffer: (name) => `Connect ${name}, so that you can sign in with it too`,
  added: 'Added',
  lastUsed: 'Last used',
  remove: 'Remove',
  rename: 'Rename',
  newName: 'New name',
  editName: 'Edit name',
  yourName: 'Your name',
  save: 'Save',
  sessions: 'Where you are signed in',
  thisDevice: 'This device',
  signedInOn: 'Signed in',
  unknownDevice: 'Unknown device',
  device: (browser, system) => `${browser} on ${system}`,
  signOutElsewhere: 'Sign out everywhere else',
  backTo: (name) => `Back to ${name}`,
  deleteAccount: 'Delete my account',
  deleteText: 'Your account and your ways to sign in will be deleted. This can’t be undone.',
  deleteConfirm: 'I understand',
  removalText: 'You won’t be able to sign in with it any more.',
  addedToAccount: 'Added to your account',
  removedFromAccount: 'Removed from your account',
  saved: 'Saved',
  signOutDevice: 'Sign out',
}

/** The sentences of a frame for the account page: its own, and ours for the rest. */
export function accountPageText(frame: PageFrame): PageText {
  return { ...accountText, ...pageText(frame) }
}
