import { type Brand, type BrandStyle, brand, brandRules } from './brand.ts'
import { type FieldView, field, type HiddenFields, hiddenInputs, postForm } from './form.ts'
import { type PageFrame, words } from './frame.ts'
import { type Fragment, type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { alert } from './problem.ts'
import type { Problem, Text } from './text.ts'

/** A platform to sign in with. */
export type ButtonView = {
  readonly kind: 'button'
  readonly id: string
  readonly name: string
  /** "Sign in with" the name, unless said otherwise. */
  readonly label?: string | undefined
  /** Where the button POSTs to. */
  readonly action: string
  readonly style?: BrandStyle | undefined
}

/** Something to type: an e-mail address, a name and a password. */
export type FormView = {
  readonly kind: 'form'
  readonly id: string
  readonly name: string
  readonly action: string
  readonly fields: readonly FieldView[]
  /** The button's text: "Sign in with" the name, unless said otherwise. */
  readonly submit?: string | undefined
}

/** A passkey; `script` is the path of the module that talks to the browser. */
export type PasskeyView = {
  readonly kind: 'passkey'
  readonly id: string
  readonly action: string
  readonly label?: string | undefined
  readonly script: string
}

/** A way to sign in. */
export type MethodView = ButtonView | FormView | PasskeyView

/** What the sign-in page shows. */
export type SigninView = {
  readonly frame: PageFrame
  readonly csrfToken?: string | undefined
  readonly callbackUrl?: string | undefined
  /** More that every form of the page carries, such as an invitation. */
  readonly fields?: HiddenFields | undefined
  readonly problem?: Problem | undefined
  readonly methods: readonly MethodView[]
}

// More than `many` buttons are a wall: then only the `first` stand in the open.
const many = 8
const first = 6

/** The page where a visitor chooses how to sign in. */
export function signinPage(view: SigninView): Page {
  const { frame, methods, csrfToken, callbackUrl, problem } = view
  const say = words(frame)
  const carried = { csrfToken, callbackUrl, ...view.fields }
  const buttons = methods.filter((method) => method.kind === 'button')
  const passkeys = methods.filter((method) => method.kind === 'passkey')
  const forms = methods.filter((method) => method.kind === 'form')
  const brands = new Map(buttons.map((button) => [button, brand(button.name, button.style)]))
  const sections = [
    buttons.length > 0 && buttonForm(brands, carried, say),
    passkeys.map((passkey) => passkeyForm(passkey, carried, say)),
    ...forms.map((form) => fieldForm(form, carried, say)),
  ].filter((section) => section && !(Array.isArray(section) && section.length === 0))
  return {
    frame,
    title: frame.theme.name ? say.signInTo(frame.theme.name) : say.signIn,
    css: brandRules([...brands.values()]),
    script: passkeys[0]?.script,
    body: [alert(problem), sections.length > 0 ? divided(sections, say) : html`<p>${say.noMethods}</p>`],
  }
}
