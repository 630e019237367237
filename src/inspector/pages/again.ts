import { type Fragment, type Html, html } from '../../pages/html.ts'
import type { PlayedPlatform } from '../emulator.ts'
import type { FlowRecord } from '../flow-record.ts'

/** The inputs of a repetition. */
interface AgainView {
  readonly base: string
  readonly flow: FlowRecord
  readonly platform: PlayedPlatform | undefined
}

/** Buttons that repeat a sign-in: as another persona, or with a failure. */
export function again({ base, flow, platform }: AgainView): Html {
  const { id, name, type } = flow.provider
  const plain = html`<form method="post" action="${base}/again"><input type="hidden" name="provider" value="${id}"><button class="main">Sign in again</button></form>`
  return html`<section aria-labelledby="again"><h2 id="again">Repeat</h2><div class="box actions">${
    platform
      ? [asPersona(base, id, platform), withFault(base, id, platform)]
      : [
          plain,
          // Only a platform has users and failures to choose.
          ['oauth', 'oidc'].includes(type) &&
            html`<p class="soft">With <code>npx porticojs emulate</code> you can choose other users and failures for ${name} here.</p>`,
        ]
  }</div></section>`
}

function asPersona(base: string, provider: string, { personas }: PlayedPlatform): Fragment {
  return html`<form method="post" action="${base}/again"><input type="hidden" name="provider" value="${provider}"><label>As another persona<select name="login_hint" id="persona">${personas.map(
    ({ id, name, note }) => html`<option value="${id}">${name}${note && ` (${note})`}</option>`,
  )}</select></label><button class="main">Sign in as this persona</button></form>`
}

function withFault(base: string, provider: string, { id, faults }: PlayedPlatform): Fragment {
  return html`<form method="post" action="${base}/again"><input type="hidden" name="provider" value="${provider}"><label>With this failure<select name="fault" id="fault">${faults.map(
    ({ endpoint, names }) =>
      html`<optgroup label="${endpoint}">${names.map(
        (fault) => html`<option value="${id}/${endpoint}/${fault}">${endpoint}: ${fault}</option>`,
      )}</optgroup>`,
  )}</select></label><button>Sign in with this failure</button></form>`
}
