import type { PageFrame, PageText, Problem } from '../types/language.ts'
import type { OAuthProviderButtonStyles } from '../types/provider.ts'
import { type Brand, brand, brandRules } from './brand.ts'
import { type FieldView, field, type HiddenFields, hiddenInputs, postForm } from './form.ts'
import { pageText } from './frame.ts'
import { attributes, type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { passkeyForm } from './passkey.ts'
import { alert } from './problem.ts'

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
  /** What somebody new is asked; without it nobody can sign up. */
  readonly signUp?: readonly FieldView[] | undefined
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
const maxOpenButtons = 8
const openButtons = 6

/** The page where a visitor chooses how to sign in. */
export function signinPage(view: SigninView): Page {
  const { frame, methods, csrfToken, callbackUrl } = view
  const say = pageText(frame)
  const carried = { ...view.fields, csrfToken, callbackUrl }
  const buttons = methods
    .filter((method) => method.kind === 'button')
    .map(({ name, label = say.signInWith(name), action, style }) => {
      // The only way in is the page's main action.
      return { name, label, action, brand: brand(name, style), main: methods.length === 1 }
    })
  const passkeys = methods.filter((method) => method.kind === 'passkey')
  const forms = methods.filter((method) => method.kind === 'form')
  const pressed = [
    ...passkeys.map((passkey) => passkeyWay(passkey, carried, say)),
    buttons.length > 0 && buttonForm(buttons, carried, say),
  ]
  const typed = forms.map((form) => fieldForm(form, carried, say))
  return {
    frame,
    title: frame.theme.name ? say.signInTo(frame.theme.name) : say.signIn,
    css: css + brandRules(buttons.map((button) => button.brand)),
    script: passkeys[0]?.script,
    body: [
      alert(view.problem, frame),
      methods.length === 0 && html`<p>${say.noMethods}</p>`,
      methods.length > forms.length && html`<div class="stack">${pressed}</div>`,
      typed.map((form, index) => [
        (index > 0 || methods.length > forms.length) && html`<div class="or">${say.or}</div>`,
        form,
      ]),
      passkeys.map((passkey) => signUpForm(passkey, carried, say)),
    ],
  }
}

const css = [
  '.or{display:flex;align-items:center;gap:.75rem;margin-block:1.25rem;color:var(--soft);font-size:.875rem}.or:before,.or:after{content:"";flex:1;border-block-start:1px solid var(--line)}',
  '.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.75rem,1fr));gap:.5rem;max-height:min(25rem,60vh);margin-inline:-.375rem;padding:.375rem;overflow-y:auto}.grid button{padding:.375rem .5rem;font-size:.875rem;line-height:1.25}.new{margin-block-start:1.25rem;text-align:center}.new form{margin-block-start:.5rem;text-align:start}.grid .fill{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}',
].join('')

type Button = {
  readonly name: string
  readonly label: string
  readonly action: string
  readonly brand: Brand
  readonly main: boolean
}

// One form for all: each button names its own action, and what the form carries is written once.
function buttonForm(buttons: readonly Button[], carried: HiddenFields, say: PageText): Html {
  const open = buttons.length > maxOpenButtons ? buttons.slice(0, openButtons) : buttons
  const more = buttons.slice(open.length).sort((a, b) => a.name.localeCompare(b.name))
  return html`<form method="post">${hiddenInputs(carried)}${open.map(wideButton)}${
    more.length > 0 &&
    html`<details><summary>${say.more}</summary><div class="grid" role="group" aria-label="${say.more}">${more.map(compactButton)}</div></details>`
  }</form>`
}

function wideButton({ label, action, brand, main }: Button): Html {
  const given = attributes({ formaction: action, class: main && 'main' })
  return html`<button${given}>${brand.mark}<span class="fill">${label}</span></button>`
}

function compactButton({ name, action, brand }: Button): Html {
  return html`<button formaction="${action}">${brand.mark}<span class="fill">${name}</span></button>`
}

function passkeyWay({ id, action, label }: PasskeyView, fields: HiddenFields, say: PageText): Html {
  const view = { action, fields, provider: id, ceremony: 'authenticate' } as const
  return passkeyForm(view, label ?? say.signInWithPasskey, say)
}

function signUpForm(
  { id, action, signUp: inputs }: PasskeyView,
  fields: HiddenFields,
  say: PageText,
): Html | undefined {
  if (!inputs) return undefined
  const view = { action, fields, inputs, provider: id, ceremony: 'register' } as const
  return html`<details class="new"><summary>${say.signUpWithPasskey}</summary>${passkeyForm(view, say.createPasskey, say)}</details>`
}

function fieldForm(
  { name, action, fields, submit }: FormView,
  carried: HiddenFields,
  say: PageText,
): Html {
  const button = html`<button class="main">${submit ?? say.signInWith(name)}</button>`
  return postForm({ action, fields: carried }, [fields.map(field), button])
}
