import { type Html, html } from '../../pages/html.ts'
import { disturbanceWords } from '../faults.ts'
import { own } from '../own-property.ts'
import type { Received } from '../records.ts'
import { shortened } from '../redaction.ts'
import type { Router } from '../router.ts'
import type { EmulatorContext, Ground, Platform } from '../types.ts'
import { face, picture } from './consent.ts'
import { respond } from './frame.ts'
import { copyScript, mailCode } from './mail-code.ts'

const steps = ['1m', '11m', '1h', '1d', '30d', '365d']

/** The overview: platforms, applications, people, the clock, failures, the inbox, recent requests. */
export function homePage(
  context: EmulatorContext,
  platforms: readonly Platform[],
  router: Router,
): Promise<Response> {
  const cards = platforms.map((platform) => platformCard(platform, context))
  return respond({
    title: 'Overview',
    wide: true,
    script: copyScript,
    body: html`<h1>Practice platforms</h1>
<p class="soft">They answer like the real ones, strictly, and keep nothing once this process ends. Like the real ones, they remember who
signed in: to sign in as somebody else, sign this browser out below.</p>
<div class="grid"><div class="stack">${cards}</div>
<div class="stack">${clockCard(context)}${faultCard(context, platforms, router)}${mailCard(context)}</div>
${receivedCard(context.state.received)}</div>`,
  })
}

function platformCard(platform: Platform, context: EmulatorContext): Html {
  const apps = platform.apps.map(
    (app) =>
      html`<li><b>${app.name}</b> <small>${app.note}</small><br><small>Client <code>${
        app.client_id
      }</code></small>${app.redirect_uris.map(
        (uri) => html`<br><small>returns to <code>${uri}</code></small>`,
      )}</li>`,
  )
  const people = platform.personas.map((persona) => personRow(platform, persona.id, context))
  return html`<section class="card"><h2>${platform.name}</h2>
${apps.length > 0 && html`<h3>Applications</h3><ul class="plain">${apps}</ul>`}${
  people.length > 0 &&
  html`<h3>People</h3><ul class="plain">${people}</ul>
<form method="post" action="/actions/forget" class="list"><input type="hidden" name="platform" value="${
    platform.id
  }"><button>Sign this browser out of practice ${platform.name}</button></form>`
}${platform.grounds && groundList(platform.grounds)}</section>`
}

function groundList(grounds: readonly Ground[]): Html {
  const rows = grounds.map(
    ({ about, documented, assumed }) =>
      html`<li><b>${about}</b><br><small>Documented: ${documented}</small><br><small>Assumed: ${assumed}</small></li>`,
  )
  return html`<details><summary>Documented and assumed</summary><ul class="plain">${rows}</ul></details>`
}

function personRow(platform: Platform, id: string, { state, locate }: EmulatorContext): Html {
  const persona = platform.personas.find((candidate) => candidate.id === id)
  const connected = [...state.grants.values()].some(
    (grant) => grant.platform === platform.id && grant.persona === id && !grant.revoked,
  )
  return html`<li class="person">${persona && picture(face(persona, { link: locate }))}<span><bdi>${
    persona?.name
  }</bdi><small>${persona?.note}</small></span>${
    connected &&
    html`<form method="post" action="/actions/disconnect"><input type="hidden" name="platform" value="${platform.id}"><button name="persona" value="${id}">Disconnect</button></form>`
  }</li>`
}

function clockCard({ clock }: EmulatorContext): Html {
  const buttons = steps.map((step) => html`<button name="by" value="${step}">+ ${step}</button>`)
  return html`<section class="card"><h2>Clock</h2><p><time>${stamp(clock.now())}</time></p>
<form method="post" action="/actions/clock" class="row">${buttons}</form></section>`
}

function faultCard(
  { state }: EmulatorContext,
  platforms: readonly Platform[],
  router: Router,
): Html {
  const names = new Map(platforms.map(({ id, name }) => [id, name]))
  const groups = router
    .catalogue()
    .map(
      ({ platform, endpoint, faults }) =>
        html`<optgroup label="${names.get(platform)}: ${endpoint}">${faults.map(
          (fault) =>
            html`<option value="${platform}/${endpoint}/${fault}">${names.get(platform)} ${endpoint}: ${inWords(fault)}</option>`,
        )}</optgroup>`,
    )
  const waiting = state.faults.map(
    ({ endpoint, answer }) =>
      html`<li><code>${endpoint}</code> ${typeof answer === 'string' ? inWords(answer) : 'own answer'}</li>`,
  )
  return html`<section class="card"><h2>Make an answer fail</h2>
<form method="post" action="/actions/fault" class="row"><label><span class="soft">Answer</span> <select name="fault">${groups}</select></label>
<button>Fail the next one</button></form>${waiting.length > 0 && html`<h3>Will fail</h3><ul class="plain">${waiting}</ul>`}</section>`
}

function inWords(fault: string): string {
  const said = own(disturbanceWords, fault)
  return said === undefined ? fault : `${fault} (${said})`
}

function mailCard({ state }: EmulatorContext): Html {
  const last = state.mails.slice(-3).toReversed()
  return html`<section class="card"><h2>Inbox</h2>${
    last.length === 0
      ? html`<p class="soft">No mail yet.</p>`
      : html`<ul class="plain">${last.map(
          (mail) =>
            html`<li class="mail"><span><a href="/inbox/${mail.id}">${mail.subject}</a><br><small>to ${mail.to}</small></span>${mailCode(mail)}</li>`,
        )}</ul>`
  }<p><a href="/inbox">Open the inbox</a></p></section>`
}

function receivedCard(received: readonly Received[]): Html {
  const rows = received
    .slice(-20)
    .toReversed()
    .map(
      (entry) =>
        html`<tr><td><time>${stamp(entry.at).slice(11, 19)}</time></td><td>${
          entry.platform
        } ${entry.endpoint}</td><td>${shortened(entry).map(
          ([name, value]) => html`<code>${name}=${value}</code> `,
        )}</td></tr>`,
    )
  return html`<section class="card full"><h2>Recent requests</h2>${
    rows.length === 0
      ? html`<p class="soft">Nothing yet.</p>`
      : html`<div class="scroll"><table><thead><tr><th>Time</th><th>Endpoint</th><th>Parameters</th></tr></thead>
<tbody>${rows}</tbody></table></div>`
  }</section>`
}

function stamp(at: number): string {
  return new Date(at).toISOString().replace('T', ' ').replace(/\..+/, ' UTC')
}
