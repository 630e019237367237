import type { Engine } from '../engine.ts'
import type { LockedPages } from '../http/locked-pages.ts'
import { checksOf } from './checks.ts'
import { askEmulator, orderFault } from './emulator.ts'
import type { FlowRecord, MailRecord } from './flow-record.ts'
import { flowPage } from './pages/flow.ts'
import { privately, respond } from './pages/frame.ts'
import { listPage } from './pages/list.ts'
import { mailDocument, mailPage, mailsPage } from './pages/mails.ts'
import type { Store } from './store.ts'
import type { AddressTeller } from './tell-address.ts'
import { isOwnForm, isThisMachine } from './this-machine.ts'

/** The inputs of the inspector's pages. */
interface Inspection {
  readonly engine: Engine
  readonly store: Store
  /** The address of the inspector: `/api/auth/inspect`. */
  readonly base: string
  readonly locked: LockedPages
  readonly tell: AddressTeller
}

type PageHandler = (
  inspection: Inspection,
  request: Request,
  name: string,
) => Response | Promise<Response>

const table: readonly (readonly [method: string, path: RegExp, answer: PageHandler])[] = [
  ['GET', /^$/, showList],
  ['GET', /^changes$/, tellChanges],
  ['GET', /^mail$/, ({ store, base }) => respond(mailsPage(store.mails(), place(store, base)))],
  ['GET', /^mail\/(\d+)$/, (inspection, _, id) => withMail(inspection, id, showMail)],
  [
    'GET',
    /^mail\/(\d+)\/html$/,
    (inspection, _, id) => withMail(inspection, id, (_, mail) => mailDocument(mail, 'html')),
  ],
  [
    'GET',
    /^mail\/(\d+)\/text$/,
    (inspection, _, id) => withMail(inspection, id, (_, mail) => mailDocument(mail, 'text')),
  ],
  ['POST', /^again$/, startAgain],
  ['GET', /^([\w-]+)\.json$/, (inspection, _, id) => withFlow(inspection, id, download)],
  ['GET', /^([\w-]+)$/, (inspection, _, id) => withFlow(inspection, id, showFlow)],
]

/** Answers below `/inspect`, to browsers on this machine that have the key. */
export async function serveInspector(
  inspection: Inspection,
  request: Request,
  path: string,
): Promise<Response> {
  if (!isThisMachine(request)) {
    return text('The inspector answers on this machine only, at http://localhost.', 403)
  }
  const { locked, tell } = inspection
  const entering = locked.enter(request)
  if (entering) return entering
  if (!locked.isOpen(request)) {
    tell.again(request)
    return text('The inspector opens by the address in the log of your application.', 403)
  }
  for (const [method, pattern, answer] of table) {
    const found = pattern.exec(path)
    if (found && method === request.method) return answer(inspection, request, found[1] ?? '')
  }
  return text('There is nothing here.', 404)
}

function place(store: Store, base: string): { base: string; version: number } {
  return { base, version: store.version }
}

function showList({ engine, store, base }: Inspection): Response {
  const signInPage = engine.config.pages.signIn ?? `${engine.config.basePath}/signin`
  return respond(listPage(store.flows(), { ...place(store, base), signInPage }))
}

async function showFlow({ engine, store, base }: Inspection, flow: FlowRecord): Promise<Response> {
  const platform = await askEmulator(engine, flow)
  return respond(flowPage({ ...place(store, base), flow, platform, now: engine.services.now() }))
}

function showMail({ store, base }: Inspection, mail: MailRecord): Response {
  return respond(mailPage(mail, place(store, base)))
}

/** The record of a sign-in, to send to somebody who helps: what the page shows, as JSON. */
function download(_: Inspection, flow: FlowRecord): Response {
  const content = JSON.stringify({ ...flow, checks: checksOf(flow) }, null, 2)
  return new Response(content, {
    headers: {
      ...privately,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="sign-in-${flow.id}.json"`,
    },
  })
}

/** Answers at the next change, or after a while without one. */
async function tellChanges({ store }: Inspection, { url, signal }: Request): Promise<Response> {
  const since = Number(new URL(url).searchParams.get('since'))
  const version = await store.untilChanged(since, signal)
  return Response.json({ version }, { headers: privately })
}

/** Orders the chosen failure, if any, and redirects the form to the sign-in. */
async function startAgain({ engine }: Inspection, request: Request): Promise<Response> {
  if (!isOwnForm(request)) return text('This works by the buttons of the inspector only.', 403)
  const form = new URLSearchParams(await request.clone().text())
  const provider = engine.config.providers.get(form.get('provider') ?? '')
  if (!provider) return text('There is no such provider.', 404)
  const fault = form.get('fault')
  if (fault && !(await orderFault(engine, provider.id, fault))) {
    return text('The emulator did not take that fault.', 400)
  }
  // 307 keeps the method and the form; the sign-in ignores fields that it does not know.
  const location = `${engine.config.basePath}/signin/${provider.id}`
  return new Response(null, { status: 307, headers: { ...privately, location } })
}

function withFlow(
  inspection: Inspection,
  id: string,
  show: (inspection: Inspection, flow: FlowRecord) => Response | Promise<Response>,
): Response | Promise<Response> {
  const flow = inspection.store.find(id)
  return flow ? show(inspection, flow) : text('That sign-in is not remembered any more.', 404)
}

function withMail(
  inspection: Inspection,
  id: string,
  show: (inspection: Inspection, mail: MailRecord) => Response,
): Response {
  const mail = inspection.store.mails().find((one) => one.id === Number(id))
  return mail ? show(inspection, mail) : text('That mail is not remembered any more.', 404)
}

function text(sentence: string, status: number): Response {
  const headers = { ...privately, 'content-type': 'text/plain; charset=utf-8' }
  return new Response(sentence, { status, headers })
}
