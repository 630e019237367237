import type { AuthErrorCode } from '../errors.ts'
import type { EmailText } from './email.ts'
import type { Theme } from './theme.ts'
import type { PasskeyText } from './webauthn.ts'

type Sentences =
  | 'signIn'
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
  | 'otherWay'
  | 'connect'
  | 'account'
  | 'platforms'
  | 'noPlatforms'
  | 'connected'
  | 'disconnect'
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
type SentencesAbout = 'signInTo' | 'signInWith' | 'signOutOf' | 'signedInAs' | 'backTo'

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
  /** Sentences of the sign-in methods, by the method's type: `email`, `webauthn`, or another one's. */
  readonly methods?: {
    readonly email?: Partial<EmailText>
    readonly webauthn?: Partial<PasskeyText>
    readonly [method: string]: object | undefined
  }
  /** Errors to tell differently, or in another language. */
  readonly errors?: Partial<Record<AuthErrorCode, Problem>>
  /** Where times are told, such as `Europe/Berlin`. Default UTC. */
  readonly timeZone?: string
}

/** What all pages of one application share. */
export interface PageFrame extends Language {
  readonly theme: Theme
  readonly basePath: string
  /** Origins without https that people may be sent to after a form; browsers must be told. */
  readonly trustedHttp?: readonly string[]
}
