import { type Html, html } from '../../pages/html.ts'
import type { Check } from '../checks.ts'

/** All checks at a glance; those that failed in full. */
export function checkSummary(checks: readonly Check[]): Html {
  const failed = checks.filter(({ result }) => result === 'failed')
  return html`<ul class="plain chips">${checks.map(
    ({ name, result }) =>
      html`<li><span class="badge ${tones[result]}">${name}: ${result}</span></li>`,
  )}</ul>${failed.length > 0 && html`<div class="box">${checkList(failed)}</div>`}`
}

const tones = { passed: 'good', failed: 'bad', 'not reached': 'wait' } as const

/** The list of checks: expected against received, and advice where they differ. */
export function checkList(checks: readonly Check[]): Html {
  return html`<ul class="plain checks">${checks.map(
    ({ name, result, expected, received, fix }) =>
      html`<li><div class="head"><b>${name}</b><span class="badge ${tones[result]}">${result}</span></div
><dl><dt>expected</dt><dd>${expected}</dd><dt>received</dt><dd>${received || '–'}</dd></dl>${
        fix && html`<p class="fix">${fix}</p>`
      }</li>`,
  )}</ul>`
}
