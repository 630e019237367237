import type { AuthError } from '../errors.ts'
import type { Step, Steps } from '../types/trace.ts'
import { recordAnswer } from './answers.ts'
import { rememberFlow } from './facts.ts'
import type { Entry, FlowRecord } from './flow-record.ts'
import { createFlow, publicFlowId } from './flows.ts'
import { mark } from './mask.ts'
import { urlRows } from './messages.ts'
import { describePerson, tokenLifetimes } from './person.ts'
import { addEntry, type Recording } from './recorder-parts.ts'
import { currentVisit } from './visit.ts'

/** True for a step outside of a browser's sign-in, such as the use of a code or a token: it gets a record of its own. */
export function isAlone(step: Step): step is Extract<Step, { step: 'redeemed' | 'lacking' }> {
  return step.step === 'redeemed' || step.step === 'lacking'
}

/** The record for a step that server code took, outside of our own routes. */
export function flowOutside({ engine, store }: Recording, step: Step): FlowRecord | undefined {
  if (step.step === 'kept') {
    const flow = store.add(createFlow(engine, publicFlowId(step.flow.id), step.flow.provider))
    const title = 'Your server code starts the sign-in'
    addEntry(flow, { at: engine.services.now(), from: 'app', to: 'app', title })
    return flow
  }
  if (isAlone(step))
    return store.add(createFlow(engine, crypto.randomUUID().slice(0, 16), step.provider))
  if (step.step !== 'sent') return undefined
  return store.find(publicFlowId(new URL(step.url).searchParams.get('state') ?? ''))
}

/** Records a mail as it was sent, with or without a sign-in. */
export function rememberMail({ engine, store }: Recording, { to, mail }: Steps['mailed']): void {
  const { subject, text, html } = mail
  store.addMail({ at: engine.services.now(), to, subject, text, html })
}

/** Adds a step that the engine took to its sign-in. */
export function recordStep<Name extends keyof Steps>(
  recording: Recording,
  flow: FlowRecord,
  step: { step: Name } & Steps[Name],
): void {
  steps[step.step]?.(recording, flow, step)
}

type StepRecorder<Name extends keyof Steps> = (
  recording: Recording,
  flow: FlowRecord,
  step: Steps[Name],
) => void

const outcomes: Readonly<Record<Steps['gated']['outcome'], string>> = {
  passed: 'passed',
  refused: 'refused',
  failed: 'it could not decide',
}

const steps: { [Name in keyof Steps]?: StepRecorder<Name> } = {
  kept(recording, flow, { flow: kept }) {
    const { store } = recording
    // The record began before the flow had an id, and takes it over now.
    if (!store.find(publicFlowId(kept.id))) Object.assign(flow, { id: publicFlowId(kept.id) })
    void rememberFlow(recording, flow, kept)
  },
  sent({ engine, masker }, flow, { url, scope, redirect_uri }) {
    const address = new URL(url)
    const visit = currentVisit.getStore()
    const challenge = address.searchParams.get('code_challenge')
    flow.facts.sent = {
      host: address.host,
      redirect_uri,
      scopes: (scope ?? '').split(/[\s,]+/).filter(Boolean),
      ...(challenge && { challenge: mark(challenge) }),
    }
    const entry: Entry = {
      at: engine.services.now(),
      from: 'browser',
      to: 'platform',
      title: `Asks ${address.host} to sign in`,
      checks: 'start',
      request: {
        line: `GET ${address.host}${address.pathname}`,
        groups: [{ title: 'Query', rows: urlRows(masker, url).slice(1) }],
      },
    }
    if (visit) visit.afterwards.push(entry)
    else addEntry(flow, entry)
  },
  shown({ engine }, flow, { kit, scope }) {
    const result = { kit, scopes: scope }
    const title = 'Shows a QR code, and waits for a phone'
    addEntry(flow, { at: engine.services.now(), from: 'app', to: 'browser', title, result })
  },
  redeemed(recording, flow, { kit, error }) {
    const title = `${error ? 'Cannot exchange' : 'Exchanges'} the code that an app brought`
    const at = recording.engine.services.now()
    addEntry(flow, { at, from: 'app', to: 'platform', title, result: { kit } })
    if (error) fail(recording, flow, error)
  },
  lacking(recording, flow, { error }) {
    const title = 'Your server code asks for a token with more scopes'
    const at = recording.engine.services.now()
    addEntry(flow, { at, from: 'app', to: 'app', title, result: { missing: error.scopes ?? [] } })
    fail(recording, flow, error)
  },
  taken(recording, flow, { flow: taken }) {
    flow.facts.taken = true
    void rememberFlow(recording, flow, taken)
  },
  accepted(_, flow) {
    flow.facts.accepted = true
  },
  exchanged(_, flow) {
    flow.facts.exchanged = true
  },
  found(recording, flow, step) {
    const { tokens } = step
    const { scope } = tokens
    if (typeof scope === 'string') flow.facts.granted = scope.split(/\s+/).filter(Boolean)
    flow.person = describePerson(recording.masker, step)
    flow.lifetimes.push(...tokenLifetimes(recording, tokens))
    const title = 'Reads who this is'
    const result = flow.person.described
    addEntry(flow, { at: recording.engine.services.now(), from: 'app', to: 'app', title, result })
  },
  held({ engine, masker }, flow, { id, part, url, why }) {
    flow.facts.waiting = mark(id)
    addEntry(flow, {
      at: engine.services.now(),
      from: 'app',
      to: 'app',
      title: `Asks for another step (${part ?? flow.provider.id})`,
      result: { ...(why && { why: masker.text(why) }), page: urlRows(masker, url)[0]?.[1] },
    })
  },
  passed({ engine }, flow, { part, amr }) {
    addEntry(flow, {
      at: engine.services.now(),
      from: 'app',
      to: 'app',
      title: `The step was taken (${part})`,
      result: { proven: amr },
    })
  },
  promoted({ engine }, flow, { from, to }) {
    addEntry(flow, {
      at: engine.services.now(),
      from: 'app',
      to: 'app',
      title: from === to ? 'The guest becomes the user' : 'The guest gives way to the user',
      result: { guest: from, user: to },
    })
  },
  signIn({ engine, masker }, flow, { user, isNewUser }) {
    const { id, name, email, image } = user
    flow.person = { ...flow.person, user: masker.object({ id, name, email, image }), isNewUser }
    flow.outcome = 'signed in'
    const title = isNewUser ? 'Creates a user' : 'Finds the user'
    const result = flow.person.user
    addEntry(flow, { at: engine.services.now(), from: 'app', to: 'app', title, result })
  },
  asked: recordAnswer,
  mailed({ engine }, flow, { to, mail, purpose }) {
    const visit = currentVisit.getStore()
    if (visit) visit.mailed = true
    addEntry(flow, {
      at: engine.services.now(),
      from: 'app',
      to: 'platform',
      title: purpose === 'signIn' ? `Emails ${to}` : `Emails ${to}: ${mail.subject}`,
    })
  },
  unsent({ engine, masker }, flow, { to, error }) {
    const { code, message, hint, platform } = error
    addEntry(flow, {
      at: engine.services.now(),
      from: 'app',
      to: 'app',
      title: `Could not email ${to}`,
      result: masker.object({ code, message, hint, ...(platform && { platform }) }),
      failed: true,
    })
  },
  gated({ engine, masker }, flow, { action, outcome, why }) {
    addEntry(flow, {
      at: engine.services.now(),
      from: 'app',
      to: 'app',
      title: `Asks the gate (${action}): ${outcomes[outcome]}`,
      ...(why && { result: { why: masker.text(why) } }),
    })
  },
  failed: (recording, flow, { error }) => fail(recording, flow, error),
}

/** Marks a sign-in as failed, and records the error. */
function fail({ masker }: Recording, flow: FlowRecord, error: AuthError): void {
  const { code, hint, field, platform } = error
  // The message of a foreign error may contain anything.
  const message = code === 'Internal' ? 'An unexpected error; the log has it.' : error.message
  flow.outcome = 'failed'
  flow.problem = {
    code,
    message: masker.text(message),
    hint: masker.text(hint),
    ...(field && { field }),
    ...(platform && { platform: masker.text(JSON.stringify(platform)) }),
  }
  const last = flow.entries.at(-1)
  if (last) last.failed = true
}
