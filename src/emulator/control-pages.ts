import type { LockedPages } from '../http/locked-pages.ts'
import type { Duration } from './clock.ts'
import { fromJson } from './encoding.ts'
import type { Inbox } from './inbox.ts'
import { overview } from './overview.ts'
import { own } from './own-property.ts'
import { homePage } from './pages/home.ts'
import { inboxPage, mailDocument, mailPage } from './pages/inbox.ts'
import { json, redirect, text } from './reply.ts'
import { mediaType } from './request.ts'
import type { Router } from './router.ts'
import { sessionCookie } from './sign-in.ts'
import type { EmulatorContext, Platform } from './types.ts'

/** The inputs of the emulator's own pages. */
export type EmulatorParts = {
  readonly context: EmulatorContext
  readonly platforms: readonly Platform[]
  readonly router: Router
  readonly inbox: Inbox
  readonly disconnect: (platform: string, persona: string) => void
}

type OwnPage = (parts: EmulatorParts, request: Request, id: string) => Response | Promise<Response>

const table: readonly (readonly [string, RegExp, OwnPage])[] = [
  ['GET', /^\/$/, showOverview],
  ['GET', /^\/inbox$/, listMail],
  ['POST', /^\/inbox$/, takeMail],
  ['GET', /^\/inbox\/(\d+)$/, (parts, _, id) => withMail(parts, id, mailPage)],
  ['GET', /^\/inbox\/(\d+)\/html$/, (parts, _, id) => withMail(parts, id, mailDocument)],
  ['POST', /^\/actions\/(\w+)$/, act],
]

/** Answers for the emulator's own addresses: overview, inbox, and the buttons on them. */
export async function ownPage(parts: EmulatorParts, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  for (const [method, path, page] of table) {
    const found = path.exec(pathname)
    if (found && method === request.method) return page(parts, request, found[1] ?? '')
  }
  return text(`Nothing lives here. Platforms: ${[...parts.router.hosts].join(', ')}`, 404)
}

/** The same for other machines. Without the key they can only deliver mail. */
export function lockedPage(locked: LockedPages): typeof ownPage {
  return async (parts, request) => {
    const entering = locked.enter(request)
    if (entering) return entering
    const isMail = request.method === 'POST' && new URL(request.url).pathname === '/inbox'
    if (isMail || locked.isOpen(request)) return ownPage(parts, request)
    return text('The emulator shows its pages by the address with its key only.', 403)
  }
}

const actions: Readonly<Record<string, (parts: EmulatorParts, form: URLSearchParams) => string[]>> =
  {
    clock({ context }, form) {
      context.clock.advance((form.get('by') ?? '0s') as Duration)
      return []
    },
    fault({ router }, form) {
      const [platform = '', endpoint = '', answer = ''] = (form.get('fault') ?? '').split('/')
      router.next({ platform, endpoint, answer })
      return []
    },
    disconnect({ disconnect }, form) {
      disconnect(form.get('platform') ?? '', form.get('persona') ?? '')
      return []
    },
    forget: (_, form) => [`${sessionCookie(form.get('platform') ?? '')}=; Path=/; Max-Age=0`],
  }

async function act(parts: EmulatorParts, request: Request, name: string): Promise<Response> {
  if (!isOwnForm(request)) return text('These buttons work on this page only.', 403)
  const action = own(actions, name)
  if (!action) return text('No such action.', 404)
  try {
    const [cookie] = action(parts, new URLSearchParams(await request.text()))
    return redirect('/', cookie === undefined ? {} : { 'set-cookie': cookie })
  } catch (error) {
    return text(error instanceof Error ? error.message : 'That did not work.', 400)
  }
}

/** True if a form comes from the emulator's own pages. Browsers without `Sec-Fetch-Site` send `Origin`. */
function isOwnForm({ headers, url }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site ? site === 'same-origin' : headers.get('origin') === new URL(url).origin
}

function showOverview(
  { context, platforms, router }: EmulatorParts,
  request: Request,
): Response | Promise<Response> {
  return wantsJson(request)
    ? json(overview(context, platforms, router))
    : homePage(context, platforms, router)
}

function wantsJson({ headers }: Request): boolean {
  return headers.get('accept')?.includes('application/json') === true
}

function listMail({ inbox }: EmulatorParts, request: Request): Response | Promise<Response> {
  return wantsJson(request) ? json(inbox.messages()) : inboxPage(inbox.messages())
}

// Only JSON is accepted: another site cannot send it without a CORS preflight.
async function takeMail({ inbox }: EmulatorParts, request: Request): Promise<Response> {
  if (mediaType(request.headers) !== 'application/json') return text('Mail comes as JSON.', 415)
  const mail = fromJson(await request.text())
  if (!isMail(mail)) return text('A mail has to, subject, text and maybe html.', 400)
  return json(inbox.deliver(mail), 201)
}

function isMail(
  value: unknown,
): value is { to: string; subject: string; text: string; html?: string } {
  if (typeof value !== 'object' || value === null) return false
  const fields: Record<string, unknown> = { html: '', ...value }
  return ['to', 'subject', 'text', 'html'].every((name) => typeof fields[name] === 'string')
}

function withMail(
  { inbox }: EmulatorParts,
  id: string,
  show: (mail: ReturnType<Inbox['deliver']>) => Response | Promise<Response>,
): Response | Promise<Response> {
  const mail = inbox.messages().find((candidate) => candidate.id === Number(id))
  return mail ? show(mail) : text('No such mail.', 404)
}
