import type { Context } from '../context.ts'
import { translated } from '../pages/request-frame.ts'
import { loadOnce } from '../services/load-once.ts'
import type { NoticeText } from './notice-text.ts'

const loadWords = loadOnce(async () => (await import('./words.ts')).words)

const text: NoticeText = {
  newDevice: (app) => `New sign-in to your ${app} account`,
  connected: (app, provider) => `${provider} was connected to your ${app} account`,
  disconnected: (app, provider) => `${provider} was removed from your ${app} account`,
  passkeyAdded: (app) => `A passkey was added to your ${app} account`,
  passkeyRemoved: (app) => `A passkey was removed from your ${app} account`,
  passwordSet: (app) => `A password was set for your ${app} account`,
  passwordChanged: (app) => `The password of your ${app} account was changed`,
  passwordReset: (app) => `The password of your ${app} account was reset`,
  passwordRemoved: (app) => `The password of your ${app} account was removed`,
  addressChanged: (app) => `The email address of your ${app} account was changed`,
  takeover: (app) => `Your address was used at ${app} before you confirmed it`,
  factorAdded: (app) => `A second factor was added to your ${app} account`,
  factorRemoved: (app) => `A second factor was removed from your ${app} account`,
  recoveryCodeUsed: (app) => `A recovery code was used for your ${app} account`,
  factorGuessed: (app) => `Too many wrong codes for your ${app} account`,
  deleted: (app) => `Your ${app} account was deleted`,
  tokenCreated: (app) => `An access token was created for your ${app} account`,
  deviceApproved: (app) => `Your ${app} account was used to sign in on a device`,
  appSignedIn: (app) => `An app signed in to your ${app} account`,
  notYou: 'If this was you, there’s nothing to do. If it wasn’t you, open this link:',
  contact: (app) => `If this wasn’t you, contact ${app}.`,
  notMe: 'It wasn’t me',
  question: 'We’ll sign out the devices that have signed in since then. After that, sign in again.',
  endSessions: 'Sign out the devices',
  done: 'The devices are signed out',
  doneText: 'Sign in again, and remove from your account every way to sign in that you don’t know.',
  old: 'This link no longer works',
  oldText:
    'It was used already, or it is more than 30 days old. To see where you’re signed in, open your account.',
  signIn: 'Sign in',
}

/** Every sentence of the notices, in the visitor's language. */
export function noticeText(context: Context): Promise<NoticeText> {
  return translated(context, 'notices', text, loadWords)
}
