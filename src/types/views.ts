import type { CredentialInput } from './credentials.ts'
import type { Problem } from './language.ts'
import type { OAuthProviderButtonStyles } from './provider.ts'

/** One input of a form, with the attributes that a credentials provider may give it. */
export type FieldView = CredentialInput & { readonly name: string }

/** The hidden fields of a form. */
export type HiddenFields = Readonly<Record<string, string | undefined>>

/** An address to POST to, and the fields to send. */
export type ActionView = {
  readonly action: string
  readonly fields?: HiddenFields | undefined
}

/** A form or a button, as data; the pages decide where it stands and how it looks. */
export interface FormView extends ActionView {
  /** The button's text. */
  readonly submit: string
  /** The fields that the person fills in; without any the form is a button. */
  readonly inputs?: readonly FieldView[] | undefined
  /** The platform's mark and colours. */
  readonly style?: OAuthProviderButtonStyles | undefined
  /** A built-in icon, instead of a platform's mark. */
  readonly icon?: 'key' | 'mail' | undefined
  /** `data-` attributes by which a script finds the form. */
  readonly data?: Readonly<Record<string, string>> | undefined
  /** The path of the module that submits the form; without scripts `noScript` is shown. */
  readonly script?: string | undefined
  /** The other origin that the module loads scripts and frames from; pages allow no other. */
  readonly scriptOrigin?: string | undefined
  readonly noScript?: string | undefined
}

/** The place of a method on the sign-in page. */
export interface SignInView extends FormView {
  /** The provider's name, for a button among many. */
  readonly name: string
  /** The words that open the form if it is folded; by default they name the provider. */
  readonly summary?: string | undefined
  /** True if it was used for the last sign-in in this browser. */
  readonly lastUsed?: boolean | undefined
  /** Its rank among common platforms, from 1. */
  readonly popular?: number | undefined
  /** True if it signs nobody in inside the browsers of other applications. */
  readonly refusesInApp?: boolean | undefined
  /** The name that is typed beside a password, for the words about a wrong one. */
  readonly identifier?: 'email' | 'username' | undefined
  /** The error in what was typed before. */
  readonly problem?: Problem | undefined
  /** A notice for the whole page, to be read before anything is done. */
  readonly notice?: Problem | undefined
  /** Another form that is folded away at first, such as a sign-up, and the words that open it. */
  readonly more?: (FormView & { readonly summary: string }) | undefined
  /** Pages that stand below the form, such as the one for a forgotten password. */
  readonly links?: readonly { readonly href: string; readonly label: string }[] | undefined
  /** The origin that the form leads to in the end, if it leaves the application. */
  readonly leadsTo?: string | undefined
}

/** Something that belongs to a person, and the actions on it. */
export interface AccountItem {
  readonly name: string
  readonly style?: OAuthProviderButtonStyles | undefined
  readonly icon?: 'key' | 'mail' | undefined
  /** Short facts: a text, or a date with a label. */
  readonly facts?: readonly (
    | string
    | { readonly label: string; readonly at: Date; readonly date?: true }
  )[]
  readonly actions?: readonly (ActionView & {
    readonly label: string
    /** The key of the way in that it removes: the page asks first, and does not offer it for the last one. */
    readonly removes?: string | undefined
  })[]
  /** The action that renames it. */
  readonly rename?: ActionView | undefined
}

/** The part of the account page that one method fills. */
export interface AccountSection {
  readonly title: string
  /** Shown if there are no items. */
  readonly none: string
  readonly items: readonly AccountItem[]
  /** Items that are folded away, because there are many of them. */
  readonly others?: readonly AccountItem[] | undefined
  /** The next page of items, if there are more. */
  readonly more?: { readonly href: string; readonly label: string } | undefined
  /** True for a section that stands above all others. */
  readonly first?: boolean | undefined
  /** The form that adds another one. */
  readonly add?: FormView | undefined
  /** The origins that forms of this section lead to in the end, if they leave the application. */
  readonly leadsTo?: readonly string[] | undefined
}
