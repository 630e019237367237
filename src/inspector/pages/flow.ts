import { type Fragment, type Html, html } from '../../pages/html.ts'
import { asTest } from '../as-test.ts'
import { type Check, checksOf } from '../checks.ts'
import type { PlayedPlatform } from '../emulator.ts'
import type { FlowRecord, Lifetime } from '../flow-record.ts'
import { scopesOf } from '../scopes.ts'
import { again } from './again.ts'
import { checkSummary } from './checks.ts'
import type { Page } from './frame.ts'
import { steps } from './steps.ts'
import { clockTime, duration, status } from './words.ts'

/** The contents of the page of one sign-in. */
export interface FlowView extends Pick<Page, 'base' | 'version'> {
  readonly flow: FlowRecord
  /** Its platform, if the emulator plays it. */
  readonly platform: PlayedPlatform | undefined
  readonly now: number
}

/** One sign-in, step by step. */
export function flowPage(view: FlowView): Page {
  const { flow, base, version } = view
  const { words, tone } = status(flow)
  const checks = checksOf(flow)
  const { decided } = flow.facts
  return {
    base,
    version,
    title: `${flow.provider.name}: ${words}`,
    body: [
      html`<div class="head"><h1>Sign-in with ${flow.provider.name}</h1><span class="badge ${tone}">${words}</span></div
><p class="soft">Began at ${clockTime(flow.startedAt)} · flow <code>${flow.id}</code>${
        decided && html` · as ${decided.persona} on the practice platform`
      }</p>`,
      problem(flow, checks),
      html`<section aria-labelledby="steps"><h2 id="steps">Steps</h2>${steps(flow, checks)}</section>`,
      checks.length > 0 &&
        html`<section aria-labelledby="checked"><h2 id="checked">Checks</h2>${checkSummary(checks)}</section>`,
      scopes(flow),
      person(flow),
      lifetimes(flow.lifetimes, view.now),
      again(view),
      takeAlong(flow, base),
    ],
  }
}

/** The problem: the error, or the platform's own error page. */
function problem(
  { problem: found, facts, provider }: FlowRecord,
  checks: readonly Check[],
): Fragment {
  const { stopped } = facts
  if (!found && !stopped) return undefined
  const fix = checks.find(({ result }) => result === 'failed')?.fix ?? found?.hint
  return html`<div class="box problem" role="group" aria-label="What went wrong"><h2>${
    found?.code ?? `${provider.name} shows its own error page`
  }</h2><p>${found?.message ?? stopped?.advice}</p><p><b>To do:</b> ${fix}</p>${
    found?.platform && html`<p class="mono">${found.platform}</p>`
  }</div>`
}

function scopes(flow: FlowRecord): Fragment {
  const { asked, granted, declined } = scopesOf(flow)
  if (asked.length === 0) return undefined
  const chip = (scope: string, tone: string, words: string) =>
    html`<li><span class="badge ${tone}"><span class="mono">${scope}</span> ${words}</span></li>`
  return html`<section aria-labelledby="scopes"><h2 id="scopes">Scopes</h2><ul class="plain chips">${asked.map(
    (scope) => {
      if (!granted) return chip(scope, 'wait', 'requested')
      return declined.includes(scope)
        ? chip(scope, 'bad', 'not granted')
        : chip(scope, 'good', 'granted')
    },
  )}</ul>${
    declined.length > 0 &&
    html`<p class="soft">The user declined it, or the platform doesn’t grant it to this application. Fields that need it are missing from the profile.</p>`
  }</section>`
}

function person({ person: found }: FlowRecord): Fragment {
  if (!found) return undefined
  const { profile, described, user, session, isNewUser } = found
  const box = (title: string, value: unknown): Fragment =>
    value !== undefined &&
    html`<div class="box"><h3>${title}</h3><pre>${JSON.stringify(value, null, 2)}</pre></div>`
  return html`<section aria-labelledby="person"><h2 id="person">Identity</h2><div class="way">${[
    box('1. The platform’s response', profile),
    box('2. The provider’s profile', described),
    box(
      `3. The user${isNewUser === undefined ? '' : isNewUser ? ', created just now' : ', already known'}`,
      user,
    ),
    box('4. The session', session),
  ]}</div></section>`
}

function lifetimes(all: readonly Lifetime[], now: number): Fragment {
  if (all.length === 0) return undefined
  return html`<section aria-labelledby="kept"><h2 id="kept">Cookies and tokens</h2><table><thead><tr><th scope="col">Name</th><th scope="col">Kind</th><th scope="col">Size</th><th scope="col">Time left</th></tr></thead
><tbody>${all.map(
    (one) =>
      html`<tr><th scope="row" class="mono">${one.name}</th><td>${one.kind}</td><td>${one.bytes} bytes</td><td>${timeLeft(one, now)}</td></tr>`,
  )}</tbody></table></section>`
}

function timeLeft({ removed, expires, kind }: Lifetime, now: number): string {
  if (removed) return 'removed'
  if (expires === undefined) return kind === 'cookie' ? 'until the browser closes' : 'unknown'
  return expires > now ? duration(expires - now) : `expired ${duration(now - expires)} ago`
}

function takeAlong(flow: FlowRecord, base: string): Html {
  return html`<section aria-labelledby="take"><h2 id="take">Export</h2><p><a class="button" href="${base}/${flow.id}.json" download>Download without secrets</a></p
><details id="test"><summary>As a test case</summary><p><button type="button" data-copies="test-source" hidden>Copy</button></p><pre id="test-source">${asTest(flow)}</pre></details></section>`
}
