import type { PageFrame, PageText, Problem } from '../types/language.ts'
import type { SignInView } from '../types/views.ts'
import { type Brand, brand, brandRules } from './brand.ts'
import { type HiddenFields, hiddenInputs, methodForm } from './form.ts'
import { pageText } from './frame.ts'
import { attributes, type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { alert } from './problem.ts'

/** What the sign-in page shows. */
export type SignInPageView = {
  readonly frame: PageFrame
  /** What every form of the page carries: the csrf token, where to go afterwards, an invitation. */
  readonly fields?: HiddenFields | undefined
  readonly problem?: Problem | undefined
  readonly methods: readonly SignInView[]
}

// More buttons than the first number are a wall: then only as many as the second stand in the open.
const maxOpenButtons = 8
const openButtons = 6

/**
 * The page where a visitor chooses how to sign in. What is pressed stands before what is typed; buttons of platforms share one form.
 */
export function signinPage({ frame, fields = {}, problem, methods }: SignInPageView): Page {
  const say = pageText(frame)
  const typed = methods.filter(({ inputs }) => inputs)
  const pressed = methods.filter(({ inputs }) => !inputs)
  const buttons = pressed
    .filter(({ icon }) => !icon)
    // The only way in is the page's main action.
    .map((view) => ({ ...view, brand: brand(view.name, view.style), main: methods.length === 1 }))
  const others = pressed.filter(({ icon }) => icon)
  return {
    frame,
    title: frame.theme.name ? say.signInTo(frame.theme.name) : say.signIn,
    css: css + brandRules(buttons.map((button) => button.brand)),
    script: methods.find(({ script }) => script)?.script,
    body: [
      alert(problem, frame),
      methods.length === 0 && html`<p>${say.noMethods}</p>`,
      pressed.length > 0 &&
        html`<div class="stack">${others.map((view) => methodForm(view, fields))}${
          buttons.length > 0 && buttonForm(buttons, fields, say)
        }</div>`,
      typed.map((view, index) => [
        (index > 0 || pressed.length > 0) && html`<div class="or">${say.or}</div>`,
        methodForm(view, fields, alert(view.problem, frame)),
      ]),
      methods.map(({ more }) => more && folded(more, fields)),
    ],
  }
}

const css = [
  '.or{display:flex;align-items:center;gap:.75rem;margin-block:1.25rem;color:var(--soft);font-size:.875rem}.or:before,.or:after{content:"";flex:1;border-block-start:1px solid var(--line)}',
  '.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(7.75rem,1fr));gap:.5rem;max-height:min(25rem,60vh);margin-inline:-.375rem;padding:.375rem;overflow-y:auto}.grid button{padding:.375rem .5rem;font-size:.875rem;line-height:1.25}.new{margin-block-start:1.25rem;text-align:center}.new form{margin-block-start:.5rem;text-align:start}.grid .fill{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}',
].join('')

type Button = SignInView & { readonly brand: Brand; readonly main: boolean }

// One form for all: each button names its own action, and what the form carries is written once.
function buttonForm(buttons: readonly Button[], carried: HiddenFields, say: PageText): Html {
  const open = buttons.length > maxOpenButtons ? buttons.slice(0, openButtons) : buttons
  const more = buttons.slice(open.length).sort((a, b) => a.name.localeCompare(b.name))
  return html`<form method="post">${hiddenInputs(carried)}${open.map(wideButton)}${
    more.length > 0 &&
    html`<details><summary>${say.more}</summary><div class="grid" role="group" aria-label="${say.more}">${more.map(compactButton)}</div></details>`
  }</form>`
}

function wideButton({ submit, action, brand, main }: Button): Html {
  const given = attributes({ formaction: action, class: main && 'main' })
  return html`<button${given}>${brand.mark}<span class="fill">${submit}</span></button>`
}

function compactButton({ name, action, brand }: Button): Html {
  return html`<button formaction="${action}">${brand.mark}<span class="fill">${name}</span></button>`
}

function folded(view: NonNullable<SignInView['more']>, fields: HiddenFields): Html {
  return html`<details class="new"><summary>${view.summary}</summary>${methodForm(view, fields)}</details>`
}
