import type { Outcome, SignIn, Verdict } from '../../authorization.ts'
import { encodeQuery } from '../../encoding.ts'
import { json } from '../../reply.ts'
import { mediaType, repeated } from '../../request.ts'
import { signInEndpoints } from '../../sign-in.ts'
import type { EmulatorContext, Endpoint, Exchange } from '../../types.ts'
import { oauthError, oauthFaults } from './answers.ts'
import { scopeProblem } from './registration.ts'
import type { TikTokState } from './tiktok-state.ts'
import { identify } from './token.ts'

const scanPage = 'https://www.tiktok.com/practice/scan/'
const scheme = 'aweme://authorize?'
const lifetime = 300

type Ticket = Readonly<Record<string, string>>

/** QR code sign-in: one screen shows a code, a phone scans and allows it, the screen polls for the result. */
export function qrCodeEndpoints(
  practice: TikTokState,
  api: string,
  signIn: SignIn,
): readonly Endpoint[] {
  const scan: SignIn = {
    ...signIn,
    flow: 'scan',
    authorize: [scanPage],
    judge: (parameters, exchange) => judgeScan(practice, parameters, exchange.context),
    accept(ask, persona, granted, exchange) {
      const outcome = signIn.accept(ask, persona, granted, exchange)
      const code = 'back' in outcome ? outcome.with.code : undefined
      if (code === undefined) return told('This account cannot sign in.')
      change(exchange.context, ask.details.token, { status: 'confirmed', code })
      return told('Signed in. The other screen continues.')
    },
    refuse: () => told('Not signed in. The code can be scanned again while it lasts.'),
  }
  const post = { methods: ['POST'], faults: oauthFaults }
  return [
    ...signInEndpoints(scan),
    {
      ...post,
      name: 'get_qrcode',
      url: `${api}/oauth/get_qrcode/`,
      answer: (exchange) => getQrCode(practice, exchange),
    },
    {
      ...post,
      name: 'check_qrcode',
      url: `${api}/oauth/check_qrcode/`,
      answer: (exchange) => checkQrCode(practice, exchange),
    },
  ]
}

/** The page that a phone opens for a scanned address; `undefined` for any other address. */
export function openScanned(address: string): string | undefined {
  return address.startsWith(scheme) ? `${scanPage}?${address.slice(scheme.length)}` : undefined
}

function getQrCode(practice: TikTokState, { context, headers, form }: Exchange): Response {
  const isForm = mediaType(headers) === 'application/x-www-form-urlencoded'
  if (!isForm || repeated(form) !== undefined) return oauthError(context, 'malformed')
  const client_key = form.get('client_key') ?? ''
  const scope = form.get('scope') ?? ''
  const app = practice.apps.find((one) => one.client_key === client_key)
  if (!app || app.environment === 'draft') return oauthError(context, 'invalid_client')
  if (scopeProblem(app, scope.split(',')) !== undefined) return oauthError(context, 'malformed')
  const token = context.random.text(40)
  const expires = String(context.clock.now() + lifetime * 1000)
  const state = form.get('state') ?? ''
  change(context, token, { client_key, scope, state, expires, status: 'new', client_ticket: '' })
  const link = { authType: '100', client_key, client_ticket: 'tobefilled', scope, token }
  return json({ scan_qrcode_url: scheme + encodeQuery(link), token })
}

function checkQrCode(practice: TikTokState, exchange: Exchange): Response {
  const { context, form } = exchange
  const app = identify(practice, exchange)
  if (app instanceof Response) return app
  const ticket = find(context, form.get('token') ?? '')
  if (ticket?.client_key !== app.client_key) return oauthError(context, 'malformed')
  const { client_ticket, state, code = '' } = ticket
  const status = qrCodeStatus(context, ticket)
  if (status !== 'confirmed') return json({ client_ticket, status })
  // Documented both ways: as a field, and inside an address.
  const redirect_uri = `${app.web?.[0] ?? 'https://example.com'}?${encodeQuery({ code })}`
  const carried = practice.doubts.qrCode === 'code' ? { code } : { redirect_uri }
  return json({ client_ticket, status, state, ...carried })
}

function judgeScan(
  practice: TikTokState,
  parameters: URLSearchParams,
  context: EmulatorContext,
): Verdict {
  const token = parameters.get('token') ?? ''
  const ticket = find(context, token)
  const app = practice.apps.find((one) => one.client_key === ticket?.client_key)
  const client_ticket = parameters.get('client_ticket') ?? ''
  if (!ticket || !app) return stop('This code is unknown.')
  if (!['new', 'scanned'].includes(qrCodeStatus(context, ticket))) return stop('This code is over.')
  if (
    ['', 'tobefilled'].includes(client_ticket) ||
    encodeURIComponent(client_ticket).length >= 512
  ) {
    return stop('Replace client_ticket by a value of your own, shorter than 512 characters.')
  }
  change(context, token, { ...ticket, status: 'scanned', client_ticket })
  return {
    ask: {
      client_id: app.client_key,
      app: app.name ?? app.client_key,
      redirect_uri: '',
      scopes: (ticket.scope ?? '').split(','),
      silent: false,
      details: { token },
    },
  }
}

function qrCodeStatus(
  context: EmulatorContext,
  { status = '', expires, code = '' }: Ticket,
): string {
  if (context.state.codes.get(code)?.grant !== undefined) return 'utilised'
  return Number(expires) > context.clock.now() ? status : 'expired'
}

function find({ state }: EmulatorContext, token: string): Ticket | undefined {
  return state.notes.get(`qr ${token}`)
}

function change(context: EmulatorContext, token = '', facts: Ticket): void {
  context.state.notes.set(`qr ${token}`, { ...find(context, token), ...facts })
}

function stop(advice: string): Outcome {
  return { stop: { error: 'invalid_request', error_type: 'qrcode' }, advice }
}

function told(tell: string): Outcome {
  return { tell }
}
