import type { PageFrame, Problem } from '../types/language.ts'
import type { SignInView } from '../types/views.ts'
import { alert } from './alert.ts'
import { type Brand, brand, brandRules } from './brand.ts'
import { type HiddenFields, hiddenInputs, methodForm } from './form.ts'
import { pageText } from './frame.ts'
import { attributes, type Fragment, type Html, html } from './html.ts'
import type { Page } from './layout.ts'

/** The contents of the sign-in page. */
export type SignInPageView = {
  readonly frame: PageFrame
  /** Fields that every form of the page carries: the csrf token, where to go afterwards, an invitation. */
  readonly fields?: HiddenFields | undefined
  /** A box at the end of every form: without scripts, it belongs to one form. */
  readonly last?: Fragment
  readonly problem?: Problem | undefined
  /** A sentence that is good to know before. */
  readonly notice?: Problem | undefined
  /** The way on for whoever is signed in already. */
  readonly signedIn?: { readonly href: string; readonly label: string } | undefined
  readonly methods: readonly SignInView[]
  /** A word that somebody looks for among many platforms. */
  readonly wanted?: string | undefined
}

// More buttons than the first number are a wall: then only as many as the second stand in the open. Fewer need no search.
const maxOpenButtons = 8
const openButtons = 6
// A hundred drawings would weigh more than the page: a longer list shows letters, and drawings for what somebody looks for.
const maxMarks = 24

/**
 * The page where a visitor chooses how to sign in. One way is the main one: what they used last, or what is typed, or the first.
 * What is pressed stands before what is typed, platforms before what only a device has; of what is typed, one form stands in the open.
 */
export function signInPage(view: SignInPageView): Page {
  const { frame, fields = {}, problem, methods, last, signedIn } = view
  const say = pageText(frame)
  const typed = methods.filter(({ inputs }) => inputs)
  const pressed = methods.filter(({ inputs }) => !inputs)
  const open = typed.find((one) => one.problem) ?? typed.find((one) => one.lastUsed) ?? typed[0]
  const drawn = pressed.filter(({ icon }) => icon)
  const platforms = pressed.filter(({ icon }) => !icon)
  const lastUsed = methods.find((one) => one.lastUsed)
  const main = !signedIn && (lastUsed ?? open ?? platforms[0] ?? drawn[0])
  const show = (one: SignInView) => [
    methodForm(one, fields, {
      // What is drawn beside platforms takes their choice.
      last: !(one.icon && platforms[0]) && last,
      look: one === main && 'main',
      problem: alert(one.problem, frame),
      badge: badge(one.lastUsed, frame),
    }),
    one.links &&
      html`<div class="links">${one.links.map(({ href, label }) => html`<a href="${href}">${label}</a>`)}</div>`,
  ]
  const buttons = platforms.map((one) => ({
    ...one,
    brand: brand(one.name, one.style),
    main: one === main,
  }))
  const or = html`<div class="or">${say.or}</div>`
  const ways = [buttonForms(buttons, view), drawn.map(show)]
  return {
    frame,
    title: frame.theme.name ? say.signInTo(frame.theme.name) : say.signIn,
    css: css + brandRules(buttons.map((button) => button.brand)),
    forms: methods.flatMap((method) => [method, method.more]),
    body: [
      alert(problem, frame),
      alert(view.notice, frame),
      signedIn && html`<a class="button main" href="${signedIn.href}">${signedIn.label}</a>${or}`,
      methods.length === 0 && html`<p>${say.noMethods}</p>`,
      pressed.length > 0 &&
        html`<div class="stack">${lastUsed?.icon ? ways.toReversed() : ways}</div>`,
      open && pressed.length > 0 && or,
      open && show(open),
      typed.map(
        (one) => one !== open && folded(one.summary ?? say.signInWith(one.name), show(one)),
      ),
      methods.map(({ more }) => more && folded(more.summary, methodForm(more, fields, { last }))),
    ],
  }
}

const css = [
  '.or{display:flex;align-items:center;gap:.75rem;margin-block:1.25rem;color:var(--soft);font-size:.875rem}.or:before,.or:after{content:"";flex:1;border-block-start:1px solid var(--line)}',
  '.grid{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;max-height:60vh;margin:0 -.375rem;padding:.375rem;overflow:auto}.grid button{padding:.375rem;font-size:.875rem;line-height:1.25}',
  '.fold{margin-block-start:.75rem;text-align:center}.fold form{margin-block:.5rem;text-align:start}.find:has(~*){grid-template-columns:1fr auto}',
  // Without scripts, what needs them is not shown; where nothing stands beside it, it says why.
  '@media(scripting:none){:is(form,.fold):has(.key):has(noscript):not(:only-child){display:none}}',
].join('')

function badge(lastUsed: boolean | undefined, frame: PageFrame): Fragment {
  return lastUsed && html`<small>${pageText(frame).usedLast}</small>`
}

type Button = SignInView & { readonly brand: Brand; readonly main: boolean }

/** The platform that was used last comes first; among many, what many people have comes next. */
function inOrder(buttons: readonly Button[]): Button[] {
  const isMany = buttons.length > maxOpenButtons
  const rank = ({ lastUsed, popular = 99 }: Button) => (lastUsed ? 0 : isMany ? popular : 1)
  return buttons.toSorted((one, other) => rank(one) - rank(other))
}

// One form for all: each button names its own action, and what the form carries is written once.
function buttonForms(buttons: readonly Button[], view: SignInPageView): Fragment {
  if (buttons.length === 0) return undefined
  const { frame, fields = {} } = view
  const sorted = inOrder(buttons)
  const open = sorted.slice(0, buttons.length > maxOpenButtons ? openButtons : undefined)
  const rest = sorted.slice(open.length)
  const form = (content: Fragment) =>
    html`<form method="post">${hiddenInputs(fields)}${content}${view.last}</form>`
  return [
    form(open.map((button) => wideButton(button, frame))),
    rest.length > 0 && restOfButtons(rest, view, form),
  ]
}

/** The rest stands folded away, in order of name; what somebody looks for is found by the server. */
function restOfButtons(
  rest: readonly Button[],
  { frame, fields = {}, wanted = '' }: SignInPageView,
  form: (content: Fragment) => Html,
): Html {
  const say = pageText(frame)
  const { csrfToken, ...carried } = fields
  const ask = (content: Html) =>
    html`<form class="find" action="${frame.basePath}/signin">${hiddenInputs(carried)}${content}</form>`
  const found = rest
    .filter(({ name }) => name.toLowerCase().includes(wanted.trim().toLowerCase()))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  return folded(
    say.more,
    [
      rest.length > maxOpenButtons &&
        ask(
          html`<input type="search" name="platform" value="${wanted}" aria-label="${say.findPlatform}" placeholder="${say.findPlatform}"><button>${say.find}</button>`,
        ),
      found[0]
        ? form(
            html`<div class="grid">${found.map((button) => compactButton(button, found.length <= maxMarks))}</div>`,
          )
        : html`<p>${say.noMatch}</p>`,
      wanted && ask(html`<button>${say.showAll}</button>`),
    ],
    Boolean(wanted),
  )
}

function wideButton({ submit, action, brand, main, lastUsed }: Button, frame: PageFrame): Html {
  const given = attributes({ formaction: action, class: main && 'main' })
  return html`<button${given}>${brand.mark}<span class="fill">${submit}</span>${badge(lastUsed, frame)}</button>`
}

function compactButton({ name, action, brand: own }: Button, isDrawn: boolean): Html {
  const { mark } = isDrawn ? own : brand(name)
  return html`<button formaction="${action}">${mark}<span class="fill"><bdi>${name}</bdi></span></button>`
}

function folded(summary: string, content: Fragment, open?: boolean): Html {
  return html`<details${attributes({ class: 'fold', open })}><summary>${summary}</summary>${content}</details>`
}
