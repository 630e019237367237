import type { OAuthProviderButtonStyles } from '../types/provider.ts'
import { type Brand, brand, brandRules } from './brand.ts'
import { type FieldView, field, type HiddenFields, hiddenInputs, postForm } from './form.ts'
import { type PageFrame, words } from './frame.ts'
import { type Fragment, type Html, html, verbatim } from './html.ts'
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
  readonly style?: OAuthProviderButtonStyles | undefined
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
  const { frame, methods, csrfToken, callbackUrl } = view
  const say = words(frame)
  const carried = { ...view.fields, csrfToken, callbackUrl }
  const buttons = methods
    .filter((method) => method.kind === 'button')
    .map((button) => ({ ...button, brand: brand(button.name, button.style) }))
  const passkeys = methods.filter((method) => method.kind === 'passkey')
  const forms = methods.filter((method) => method.kind === 'form')
  const ways = [
    buttons.length > 0 && buttonForm(buttons, carried, say),
    ...passkeys.map((passkey) => passkeyForm(passkey, carried, say)),
    ...forms.map((form) => fieldForm(form, carried, say)),
  ].filter((way) => way !== false)
  return {
    frame,
    title: frame.theme.name ? say.signInTo(frame.theme.name) : say.signIn,
    css: brandRules(buttons.map((button) => button.brand)),
    script: passkeys[0]?.script,
    body: [
      alert(view.problem),
      ways.length > 0 ? divided(ways, say) : html`<p>${say.noMethods}</p>`,
    ],
  }
}

const key = verbatim(
  '<svg class="tile" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" aria-hidden="true"><circle cx="8" cy="15" r="4.5"/><path d="m11.5 11.5 8-8M16 7l3 3"/></svg>',
)

type Branded = ButtonView & { readonly brand: Brand }

// One form for all: each button names its own action, and what the form carries is written once.
function buttonForm(buttons: readonly Branded[], carried: HiddenFields, say: Text): Html {
  const open = buttons.length > many ? buttons.slice(0, first) : buttons
  const more = buttons.slice(open.length).sort((a, b) => a.name.localeCompare(b.name))
  return html`<form method="post">${hiddenInputs(carried)}${open.map((button) => wideButton(button, say))}${
    more.length > 0 &&
    html`<details><summary>${say.more}</summary><div class="grid">${more.map((button) => compactButton(button, say))}</div></details>`
  }</form>`
}

function wideButton({ name, label = '', action, brand }: Branded, say: Text): Html {
  return html`<button formaction="${action}">${brand.mark}<span>${label || say.signInWith(name)}</span></button>`
}

function compactButton({ name, label = '', action, brand }: Branded, say: Text): Html {
  return html`<button formaction="${action}" aria-label="${label || say.signInWith(name)}">${brand.mark}<span>${name}</span></button>`
}

function passkeyForm({ id, action, label }: PasskeyView, carried: HiddenFields, say: Text): Html {
  return html`<form method="post" action="${action}" data-passkey="${id}">${hiddenInputs(carried)}<button
>${key}<span>${label ?? say.signInWithPasskey}</span></button><noscript><small>${say.passkeyNeedsScript}</small></noscript></form>`
}

function fieldForm(
  { name, action, fields, submit }: FormView,
  carried: HiddenFields,
  say: Text,
): Html {
  const button = html`<button class="main">${submit ?? say.signInWith(name)}</button>`
  return postForm({ action, fields: carried }, [fields.map(field), button])
}

function divided(ways: readonly Html[], say: Text): Fragment {
  return ways.map((way, index) => [index > 0 && html`<div class="or">${say.or}</div>`, way])
}
