import type { PageFrame, PageText, Problem } from '../types/language.ts'
import type { AccountItem, AccountSection, FormView } from '../types/views.ts'
import { alert } from './alert.ts'
import { brand, brandRules, portrait } from './brand.ts'
import { type ActionView, field, type HiddenFields, icons, methodForm, postForm } from './form.ts'
import { type Fragment, type Html, html } from './html.ts'
import type { Page } from './layout.ts'
import { gap } from './spaced.ts'

/** One place where the person is signed in. */
export type OwnSessionView = {
  readonly device?: string | undefined
  readonly place?: string | undefined
  readonly since?: Date | undefined
  readonly lastUsed?: Date | undefined
  readonly current?: boolean | undefined
  readonly end?: ActionView | undefined
  /** More of the kind, folded away behind their number. */
  readonly others?: readonly OwnSessionView[] | undefined
}

/** The contents of the account page; a list that is left out has no section. */
export type AccountView = {
  readonly frame: PageFrame
  /** The words of the page, which its sections were written with. */
  readonly say: PageText
  readonly csrfToken?: string | undefined
  readonly user: {
    readonly name?: string | null | undefined
    readonly email?: string | null | undefined
    readonly image?: string | null | undefined
  }
  /** The address where people say how they are called; without it they cannot. */
  readonly editName?: ActionView | undefined
  readonly problem?: Problem | undefined
  /** Something that the person came here for. */
  readonly offer?: { readonly text: string; readonly form: FormView } | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  /** The sections of the methods. */
  readonly sections: readonly AccountSection[]
  readonly sessions?: readonly OwnSessionView[] | undefined
  readonly endSessions?: ActionView | undefined
  readonly deleteAccount?: ActionView | undefined
  /** The application itself. */
  readonly home?: string | undefined
}

/** The page where people see and end what belongs to them. */
export function accountPage(view: AccountView): Page {
  const { frame, say, sections, sessions, endSessions, deleteAccount, home, offer } = view
  const tools: Tools = {
    say,
    time: clock(frame, view.now),
    carried: { csrfToken: view.csrfToken },
  }
  const items = sections.flatMap(({ items, others = [] }) => [...items, ...others])
  const brands = items.filter(({ icon }) => !icon).map((item) => brand(item.name, item.style))
  const face = portrait(view.user)
  return {
    frame,
    title: say.account,
    css: css + brandRules([...brands, face]),
    forms: sections.map(({ add }) => add),
    body: [
      alert(view.problem, frame),
      offer &&
        html`<div class="told"><p>${offer.text}</p>${methodForm(offer.form, tools.carried, { look: 'main' })}</div>`,
      person(view, face.mark, tools),
      sections.map((one) =>
        section(
          one.title,
          one.items.map((item) => itemRow(item, tools)),
          one.none,
          [
            one.others &&
              html`<details><summary>${say.more}</summary><ul>${one.others.map((item) => itemRow(item, tools))}</ul></details>`,
            one.more && html`<p><a href="${one.more.href}">${one.more.label}</a></p>`,
            one.add && methodForm(one.add, tools.carried),
          ],
        ),
      ),
      sessions &&
        section(
          say.sessions,
          sessions.map((session) => sessionRow(session, tools)),
          '',
          endSessions &&
            postForm(
              withCarried(endSessions, tools),
              html`<button>${say.signOutElsewhere}</button>`,
            ),
        ),
      deleteAccount && deletion(withCarried(deleteAccount, tools), say),
      home &&
        html`<div class="links"><a href="${home}">${frame.theme.name ? say.backTo(frame.theme.name) : say.back}</a></div>`,
    ],
  }
}

/** Everything that the parts of the page are made with. */
interface Tools {
  say: PageText
  time: Clock
  /** Fields that every form carries. */
  carried: HiddenFields
}

function withCarried(view: ActionView, { carried }: Tools): ActionView {
  return { ...view, fields: { ...carried, ...view.fields } }
}

const css = [
  'main{max-width:42rem}h2{font-size:1.0625rem}.bad{color:var(--bad)}section{margin-block-start:1.75rem}ul{list-style:none;padding:0}ul+form,p+form{margin-block-start:.75rem}',
  '.row{display:flex;flex-wrap:wrap;align-items:center;justify-content:end;gap:.375rem .75rem}.row .fill{min-width:8rem}.row [open]{width:100%}form button,.row summary{width:fit-content}.row summary{margin-inline-start:auto}.row [open] form{margin-block:.5rem}li{padding-block:.75rem}li+li{border-block-start:1px solid var(--line)}.row small{display:block}',
  '.portrait{position:relative;overflow:hidden;width:2.75rem;height:2.75rem;border-radius:50%;font-size:1.125rem}',
  '.small{min-height:2.25rem;padding:.25rem .75rem;font-size:.875rem}@media(scripting:none){:has(+noscript){display:none}}',
].join('')

const nameField = { name: 'name', required: true, maxlength: 100 }

function person({ user, editName, say }: AccountView, face: Html, tools: Tools): Fragment {
  const { name, email } = user
  const [first, second] = [name, email].filter(Boolean)
  const input = { ...nameField, label: say.yourName, value: name ?? '', autocomplete: 'name' }
  return (
    (first || editName) &&
    html`<div class="row">${face}<span class="fill"><strong><bdi>${first}</bdi></strong>${
      second && html`<small><bdi>${second}</bdi></small>`
    }</span>${editName && unfolding(editName, [say.editName, say.account, say.save], field(input), tools)}</div>`
  )
}

function section(title: string, rows: readonly Html[], none: string, last?: Fragment): Html {
  return html`<section><h2>${title}</h2>${rows[0] ? html`<ul>${rows}</ul>` : html`<p>${none}</p>`}${last}</section>`
}

function row(mark: Fragment, title: string, facts: readonly Fragment[], action: Fragment): Html {
  const said = facts.filter(Boolean)
  const joined = said.map((fact, index) => [index > 0 && ' · ', fact])
  return html`<li class="row">${mark}<span class="fill"><strong><bdi>${title}</bdi></strong>${
    said[0] && html`<small>${joined}</small>`
  }</span>${action}</li>`
}

function button(view: ActionView, label: string, what: string, tools: Tools): Fragment {
  // The name of the thing is part of the button's name, so that ten "Remove" can be told apart by ear.
  return postForm(
    withCarried(view, tools),
    html`<button class="small" aria-label="${label}: ${what}">${label}</button>`,
  )
}

function itemRow(item: AccountItem, tools: Tools): Html {
  const { name, style, icon, facts = [], actions = [], rename } = item
  const shown = facts.map((fact) =>
    typeof fact === 'string'
      ? html`<bdi>${fact}</bdi>`
      : tools.time(fact.label, fact.at, fact.date),
  )
  const { say } = tools
  const input = { ...nameField, label: say.newName, value: name }
  return row(icon ? icons[icon] : brand(name, style).mark, name, shown, [
    rename && unfolding(rename, [say.rename, name, say.save], field(input), tools),
    actions.map((action) => {
      const { label, removes } = action
      return removes
        ? unfolding(action, [label, name, label], html`<p>${say.removalText}</p>`, tools)
        : button(action, label, name, tools)
    }),
  ])
}

/** A button that opens what has to be said before. */
function unfolding(
  view: ActionView,
  [label, name, submit]: readonly [string, string, string],
  content: Html,
  tools: Tools,
): Html {
  return html`<details><summary class="button small" aria-label="${label}: ${name}">${label}</summary>${postForm(
    withCarried(view, tools),
    [
      content,
      html`<button class="small${submit === label && ' bad'}" aria-label="${submit}: ${name}">${submit}</button>`,
    ],
  )}</details>`
}

function sessionRow(session: OwnSessionView, tools: Tools): Html {
  const { say, time } = tools
  const { device = say.unknownDevice, place, since, lastUsed, current, end, others } = session
  return row(
    undefined,
    device,
    [
      current && html`<b>${say.thisDevice}</b>`,
      place && html`<bdi>${place}</bdi>`,
      time(say.signedInOn, since, true),
      time(say.lastUsed, lastUsed),
    ],
    [
      end && button(end, say.signOutDevice, device, tools),
      others?.[0] &&
        html`<details><summary class="button small"><bdi>+${others.length}</bdi></summary><ul>${others.map((one) => sessionRow(one, tools))}</ul></details>`,
    ],
  )
}

function deletion(view: ActionView, say: PageText): Html {
  return html`<section><details><summary>${say.deleteAccount}</summary><p>${say.deleteText}</p>${postForm(
    view,
    html`<label><input type="checkbox" name="confirm" value="yes" required>${say.deleteConfirm}</label><button class="bad">${say.deleteAccount}</button>`,
  )}</details></section>`
}

type Clock = (label: string, moment: Date | undefined, isDay?: boolean) => Fragment

/** Days as dates; moments as people tell them: "3 hours ago". */
function clock({ lang = 'en', timeZone = 'UTC' }: PageFrame, now: number): Clock {
  const date = { year: 'numeric', month: 'short', day: 'numeric', timeZone } as const
  const day = new Intl.DateTimeFormat(lang, date)
  const full = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'long', timeZone })
  const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
  const told = (moment: Date) => {
    const seconds = (moment.getTime() - now) / 1000
    const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 60]
    return unit === 'month' ? day.format(moment) : relative.format(Math.trunc(seconds / size), unit)
  }
  return (label, moment, isDay) =>
    moment &&
    html`${label}${gap(label)}<time datetime="${moment.toISOString()}" title="${full.format(moment)}">${
      isDay ? day.format(moment) : told(moment)
    }</time>`
}

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]
