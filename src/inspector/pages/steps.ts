import { type Fragment, type Html, html, verbatim } from '../../pages/html.ts'
import type { Check } from '../checks.ts'
import type { Entry, FlowRecord, Lane, Message } from '../flow-record.ts'
import { checkList } from './checks.ts'
import { laneName } from './words.ts'

const lanes: readonly Lane[] = ['browser', 'app', 'platform']

/** The steps of a sign-in between its three sides; each opens to show its request, response and checks. */
export function steps(flow: FlowRecord, checks: readonly Check[]): Html {
  const { name } = flow.provider
  return html`<div class="lanenames" aria-hidden="true">${lanes.map(
    (lane) => html`<span>${laneName(lane, name)}</span>`,
  )}</div><ol class="lanes">${flow.entries.map((entry, index) => step(entry, index + 1, name, checks))}</ol>`
}

function step(entry: Entry, number: number, platform: string, checks: readonly Check[]): Html {
  const { from, to, title, request, response, took, failed } = entry
  const own = entry.checks ? checks.filter(({ place }) => place === entry.checks) : []
  const isFailed = failed || own.some(({ result }) => result === 'failed')
  const both = from !== to && request && response
  return html`<li${isFailed && html` class="failed"`}><details id="step-${number}"><summary><span class="msg ${from}-${to}${both && ' both'}"
><span class="num">${number}</span><span class="title"><span class="who">${between(entry, platform)}</span>${breakable(title)}<small>${[
    both && response.line,
    took !== undefined && `${took} ms`,
    isFailed && 'failed',
  ]
    .filter(Boolean)
    .join(
      ' · ',
    )}</small></span></span></summary><div class="box inside">${inside(entry, own)}</div></details></li>`
}

/** A title whose address wraps after a slash rather than within a word. */
function breakable(title: string): Fragment {
  return title.split(/(?<=\/)(?=\w)/).map((part, index) => [index > 0 && verbatim('<wbr>'), part])
}

function between({ from, to }: Entry, platform: string): string {
  const [here, there] = [laneName(from, platform), laneName(to, platform)]
  return from === to ? here : `${here} → ${there}`
}

function inside({ request, response, result }: Entry, checks: readonly Check[]): Fragment {
  if (!request && !response && result === undefined && checks.length === 0) {
    return html`<p class="soft">Nothing more is known of this step.</p>`
  }
  return [
    request && message('Request', request),
    response && message('Response', response),
    result !== undefined &&
      html`<div><h3>What came of it</h3><pre>${JSON.stringify(result, null, 2)}</pre></div>`,
    checks.length > 0 && html`<div class="all"><h3>Checks</h3>${checkList(checks)}</div>`,
  ]
}

function message(title: string, { line, groups, body }: Message): Html {
  return html`<div><h3>${title}</h3><p><code>${line}</code></p>${groups.map(
    (group) =>
      html`<h3>${group.title}</h3><dl>${group.rows.map(
        ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`,
      )}</dl>`,
  )}${body !== undefined && html`<h3>Body</h3><pre>${body}</pre>`}</div>`
}
