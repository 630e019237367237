import type { Engine } from '../engine.ts'
import type { Step } from '../types/trace.ts'
import { recordCookies, recordSession } from './cookies.ts'
import type { FlowRecord } from './flow-record.ts'
import { continuedFlow, createFlow, publicFlowId, waitingFlow } from './flows.ts'
import { createMasker, mark } from './mask.ts'
import { bodyValues, requestMessage, responseMessage, urlRows } from './messages.ts'
import { addEntry, type Recording } from './recorder-parts.ts'
import { flowOutside, isAlone, recordStep, rememberMail } from './steps.ts'
import type { Store } from './store.ts'
import { currentVisit, formIn, signInStep, type Visit } from './visit.ts'

/** Records sign-ins, without secrets. */
export interface Recorder {
  /** Answers a request with `respond`, and records both if they belong to a sign-in. */
  around(request: Request, respond: () => Promise<Response>): Promise<Response>
  /** Records a step of the engine. */
  step(step: Step): void
}

/** A recorder for one application. */
export function createRecorder(engine: Engine, store: Store): Recorder {
  const secrets = [...engine.config.providers.values()].flatMap(clientSecrets)
  const recording: Recording = { engine, store, masker: createMasker(secrets) }
  return {
    async around(request, respond) {
      const visit = await openVisit(recording, request)
      if (!visit) return currentVisit.run(null, respond)
      const response = await currentVisit.run(visit, respond)
      await recordResponse(recording, visit, response.clone())
      store.changed()
      return response
    },
    step(step) {
      if (step.step === 'mailed') rememberMail(recording, step)
      const visit = currentVisit.getStore()
      // Pages start passkey ceremonies for the browser's autofill: these are no sign-in until the visitor answers one.
      const flow =
        visit?.flow ?? (visit === null && !isAlone(step) ? undefined : flowOutside(recording, step))
      if (flow) recordStep(recording, flow, step)
      if (flow || step.step === 'mailed') store.changed()
    },
  }
}

/** Finds the sign-in that a visit continues, if it was recorded. */
const continued: Record<
  Visit['route'],
  (
    recording: Recording,
    arrival: Omit<Visit, 'flow' | 'afterwards'>,
  ) => FlowRecord | undefined | Promise<FlowRecord | undefined>
> = {
  signin: () => undefined,
  callback: ({ store }, arrival) => continuedFlow(store, arrival),
  step: waitingFlow,
}

const titles: Record<Visit['route'], string> = {
  signin: 'Starts the sign-in',
  callback: 'Opens the callback address',
  step: 'Visits the page of the step',
}

function clientSecrets(provider: object): string[] {
  const secret: unknown = Reflect.get(provider, 'clientSecret')
  return typeof secret === 'string' ? [secret] : []
}

async function openVisit(recording: Recording, request: Request): Promise<Visit | undefined> {
  const { engine, store, masker } = recording
  const step = signInStep(engine, request)
  if (!step) return undefined
  const arrival = { ...step, request, url: new URL(request.url), body: await formIn(request) }
  const known = await continued[step.route](recording, arrival)
  // A part's pages belong to no sign-in, unless one waits for them.
  if (!known && step.route === 'step') return undefined
  const flow =
    known ?? store.add(createFlow(engine, crypto.randomUUID().slice(0, 16), step.provider))
  const visit: Visit = { ...arrival, flow, afterwards: [] }
  if (step.route === 'callback') recordCallback(recording, visit)
  const { url, body } = visit
  addEntry(flow, {
    at: engine.services.now(),
    from: 'browser',
    to: 'app',
    title: titles[step.route],
    ...(step.route === 'callback' && { checks: 'callback' }),
    request: requestMessage(masker, {
      method: request.method,
      url,
      headers: request.headers,
      body,
      // Forms for passwords, passkeys and mailed codes are shown without values, whatever the names of their fields.
      namesOnly:
        step.route === 'step' ||
        !/^(oauth|oidc|email signin)/.test(`${flow.provider.type} ${step.route}`),
    }),
  })
  return visit
}

/** Records the callback, and the platform's redirect that led to it. */
function recordCallback({ engine, masker }: Recording, { flow, url, body, request }: Visit): void {
  const now = engine.services.now()
  const isFromPlatform = /^(oauth|oidc)$/.test(flow.provider.type)
  const values = { ...Object.fromEntries(url.searchParams), ...bodyValues(body) }
  const { state, error, iss } = values
  const id = state === undefined ? flow.id : publicFlowId(state)
  flow.facts.callback = {
    at: now,
    address: url.origin + url.pathname,
    hasCookie: (request.headers.get('cookie') ?? '').includes(`.flow.${id}`),
    ...(state && { state: mark(state) }),
    ...(error && { error: masker.text(error) }),
    ...(iss && { iss }),
  }
  if (!isFromPlatform) return
  addEntry(flow, {
    at: now,
    from: 'platform',
    to: 'browser',
    title: `Sends the browser back with ${Object.keys(values).join(', ') || 'nothing'}`,
    response: { line: '302', groups: [{ title: 'Leads to', rows: urlRows(masker, url.href) }] },
  })
}

async function recordResponse(
  recording: Recording,
  visit: Visit,
  response: Response,
): Promise<void> {
  const { engine, masker } = recording
  const { flow } = visit
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const entry = addEntry(flow, {
    at: engine.services.now(),
    from: 'app',
    to: 'browser',
    title: flow.problem ? 'Shows what went wrong' : leadsWhere(headers, status),
    // The answer of a step may contain an authenticator app's secret, or recovery codes.
    response: responseMessage(masker, {
      status,
      headers,
      text: visit.route === 'step' ? '' : text,
    }),
  })
  if (flow.problem) entry.failed = true
  for (const next of visit.afterwards) addEntry(flow, next)
  recordCookies(recording, flow, headers)
  if (flow.outcome === 'signed in') await recordSession(recording, visit, headers)
}

function leadsWhere(headers: Headers, status: number): string {
  const location = URL.parse(headers.get('location') ?? '')
  return location
    ? `Sends the browser to ${location.host}${location.pathname}`
    : `Answers ${status}`
}
