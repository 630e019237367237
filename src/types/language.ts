import type { AuthErrorCode } from '../errors.ts'
import type { Theme } from './theme.ts'

type Sentences =
  | 'signIn'
  | 'email'
  | 'sendLink'
  | 'signInWithPasskey'
  | 'signUpWithPasskey'
  | 'yourName'
  | 'createPasskey'
  | 'passkeyNeedsScript'
  | 'more'
  | 'or'
  | 'noMethods'
  | 'continue'
  | 'cancel'
  | 'signOut'
  | 'signOutText'
  | 'staySignedIn'
  | 'tryAgain'
  | 'developer'
  | 'developerText'
  | 'checkMail'
  | 'sent'
  | 'openLink'
  | 'openLinkOrTypeCode'
  | 'code'
  | 'again'
  | 'otherWay'
  | 'confirmSignIn'
  | 'confirmSignInText'
  | 'confirmLinkText'
  | 'connect'
  | 'notYou'
  | 'account'
  | 'platforms'
  | 'noPlatforms'
  | 'connected'
  | 'disconnect'
  | 'passkeys'
  | 'noPasskeys'
  | 'addPasskey'
  | 'added'
  | 'lastUsed'
  | 'remove'
  | 'rename'
  | 'newName'
  | 'save'
  | 'sessions'
  | 'thisDevice'
  | 'unknownDevice'
  | 'signOutEverywhere'
  | 'back'
  | 'deleteAccount'
  | 'deleteText'
  | 'deleteConfirm'

/** Sentences about a name: of the application, a platform, a person. */
type SentencesAbout =
  | 'signInTo'
  | 'signInWith'
  | 'signOutOf'
  | 'signedInAs'
  | 'sentTo'
  | 'confirmLink'
  | 'backTo'

/** Every sentence that the built-in pages say. */
export type PageText = { readonly [Name in Sentences]: string } & {
  readonly [Name in SentencesAbout]: (name: string) => string
}

/** What went wrong, in a visitor's words. */
export interface Problem {
  readonly title: string
  readonly text: string
  readonly advice?: string | undefined
  /** For the developer; shown in development only. */
  readonly hint?: string | undefined
}

/** The language of the built-in pages. What is left out is said in English. */
export interface Language {
  /** As in HTML: `de`, `pt-BR`. Default `en`. */
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  readonly text?: Partial<PageText>
  /** Errors to tell differently, or in another language. */
  readonly errors?: Partial<Record<AuthErrorCode, Problem>>
  /** Where times are told, such as `Europe/Berlin`. Default UTC. */
  readonly timeZone?: string
}

/** What all pages of one application share. */
export interface PageFrame extends Language {
  readonly theme: Theme
  readonly basePath: string
}
