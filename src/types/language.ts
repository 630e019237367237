import type { AuthErrorCode } from '../errors.ts'
import type { CredentialsText } from './credentials.ts'
import type { EmailText, MailText } from './email.ts'
import type { PasswordText } from './password.ts'
import type { Theme } from './theme.ts'
import type { PasskeyText } from './webauthn.ts'

type AccountSentences =
  | 'connectCancelled'
  | 'connectCancelledText'
  | 'signedOutElsewhere'
  | 'deviceSignedOut'
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
  | 'editName'
  | 'yourName'
  | 'save'
  | 'sessions'
  | 'thisDevice'
  | 'signedInOn'
  | 'unknownDevice'
  | 'signOutElsewhere'
  | 'deleteAccount'
  | 'deleteText'
  | 'deleteConfirm'
  | 'removalText'
  | 'addedToAccount'
  | 'removedFromAccount'
  | 'saved'
  | 'signOutDevice'

type Sentences =
  | 'signIn'
  | 'more'
  | 'or'
  | 'noMethods'
  | 'continue'
  | 'cancel'
  | 'cancelled'
  | 'cancelledText'
  | 'toSignIn'
  | 'signedOut'
  | 'signedOutEverywhere'
  | 'accountDeleted'
  | 'accountDeletedText'
  | 'signOut'
  | 'signOutText'
  | 'staySignedIn'
  | 'tryAgain'
  | 'developer'
  | 'developerText'
  | 'otherWay'
  | 'thePlatform'
  | 'usedLast'
  | 'remember'
  | 'findPlatform'
  | 'find'
  | 'noMatch'
  | 'showAll'
  | 'inAppText'
  | 'back'
  | 'terms'
  | 'privacy'
  | 'support'

/** Sentences about a name, of the application, a platform, a person, or about a duration. */
type SentencesAbout =
  | 'continueAs'
  | 'inApp'
  | 'signInTo'
  | 'signInWith'
  | 'signOutOf'
  | 'signedInAs'
  | 'waitFor'

/** The sentences of all pages except the account page's own. */
export type CommonText = { readonly [Name in Sentences]: string } & {
  readonly [Name in SentencesAbout]: (name: string) => string
}

/** The sentences of the account page alone. */
export type AccountText = { readonly [Name in AccountSentences]: string } & {
  readonly backTo: (name: string) => string
  /** Offers to connect the platform that the person came from. */
  readonly connectOffer: (name: string) => string
} & {
  /** A device with a session: "Firefox on Windows". */
  readonly device: (browser: string, system: string) => string
}

/** Every sentence that the built-in pages say. */
export type PageText = CommonText & AccountText

/** An error in a visitor's words. */
export interface Problem {
  readonly title: string
  /** The titles for forms that ask for a password and one of these. */
  readonly titles?: { readonly email: string; readonly username: string } | undefined
  readonly text: string
  readonly advice?: string | undefined
  /** For the developer; shown in development only. */
  readonly hint?: string | undefined
  /** True for a notice: nothing is wrong. */
  readonly neutral?: boolean | undefined
}

/** A language of the built-in pages and mails. Missing sentences are in English. */
export interface Language {
  /** As in HTML: `de`, `pt-BR`. Default `en`. */
  readonly lang?: string
  readonly dir?: 'ltr' | 'rtl' | 'auto'
  readonly text?: Partial<PageText>
  /** Sentences of the sign-in methods and other parts, by the part's name. Not needed if the part speaks your language already. */
  readonly methods?: {
    readonly email?: Partial<EmailText>
    readonly webauthn?: Partial<PasskeyText>
    readonly password?: Partial<PasswordText>
    readonly credentials?: Partial<CredentialsText>
    readonly [method: string]: object | undefined
  }
  /** Sentences of the sign-in mail. The email provider's own `text` overrides them. */
  readonly mail?: Partial<MailText>
  /** Texts that replace those of errors. */
  readonly errors?: Partial<Record<AuthErrorCode, Problem>>
  /** The time zone, such as `Europe/Berlin`. Default UTC. */
  readonly timeZone?: string
}

/** A complete language: nothing is left to English. */
export interface Translation extends Language {
  readonly lang: string
  readonly text: PageText
  readonly methods: {
    readonly email: EmailText
    readonly credentials: CredentialsText
  }
  readonly mail: MailText
  readonly errors: Readonly<Record<AuthErrorCode, Problem>>
}

/** A link that only a developer sees. */
export interface DeveloperLink {
  readonly href: string
  readonly label: string
}

/** The parts that all pages of one application share, in the language of one request. */
export interface PageFrame extends Language {
  /** True if the language depends on the request. */
  readonly varies?: boolean
  readonly theme: Theme
  readonly basePath: string
  /** Markup of a part above the page's own. */
  readonly bar?: object | undefined
  /** http origins that people may be sent to after a form; the Content-Security-Policy must allow them. */
  readonly trustedHttp?: readonly string[]
  /** The page that shows the developer every step of a sign-in, while there is one. */
  readonly inspector?: string | undefined
  /** A link for the developer at the end of the page, while there is one. */
  readonly developer?: DeveloperLink | undefined
}
