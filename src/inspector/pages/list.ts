import { type Html, html } from '../../pages/html.ts'
import type { FlowRecord } from '../flow-record.ts'
import { scopesOf } from '../scopes.ts'
import type { Page } from './frame.ts'
import { clockTime, counted, status } from './words.ts'

/** The list of sign-ins, newest first. */
export function listPage(
  flows: readonly FlowRecord[],
  place: Pick<Page, 'base' | 'version'> & { signInPage: string },
): Page {
  const { base, version, signInPage } = place
  return {
    base,
    version,
    title: 'Sign-ins',
    refresh: 3,
    body: html`<h1>Sign-ins</h1>${
      flows.length === 0
        ? html`<section class="box"><p>Nothing yet. <a href="${signInPage}">Open the sign-in page</a>, and every step of the sign-in appears here.</p></section>`
        : html`<section><ul class="plain flows">${flows.map((flow) => row(flow, base))}</ul></section>`
    }`,
  }
}

function row(flow: FlowRecord, base: string): Html {
  const { words, tone } = status(flow)
  const { name, email }: Record<string, unknown> = { ...Object(flow.person?.described) }
  const { declined } = scopesOf(flow)
  const about = [
    name ?? email ?? flow.problem?.message,
    declined.length > 0 && `${counted(declined.length, 'scope')} not granted`,
    counted(flow.entries.length, 'step'),
  ]
  return html`<li><a href="${base}/${flow.id}" id="flow-${flow.id}"><b>${flow.provider.name}</b><span class="badge ${tone}">${words}</span
><span class="fill">${about.filter(Boolean).join(' · ')}</span><small>${clockTime(flow.startedAt)}</small></a></li>`
}
