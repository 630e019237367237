import type { Context } from '../../context.ts'
import { equal } from '../../crypto/compare.ts'
import { sha256 } from '../../crypto/hash.ts'
import { AuthError } from '../../errors.ts'
import type { Body } from '../../http/body.ts'
import { resolveCallbackUrl } from '../../http/callback-url.ts'
import { readForm } from '../../http/csrf.ts'
import { typedCode } from '../../http/typed-code.ts'
import type { JsonValue } from '../../types/models.ts'
import { dropFlow, type Flow, flowIntent, pendingFlows, resumeFlow } from '../flow.ts'
import { knownDevice, rememberDevice } from '../known-device.ts'
import type { FinishResult } from '../method.ts'
import type { MailFlow, MailState } from './flow.ts'
import { askToConfirm, namedFlow, verifyRequestUrl } from './pages.ts'
import type { ResolvedEmail } from './resolved.ts'
import { codeHash, mailAddress, outlivesCode } from './start.ts'
import { assertUsable, type Purpose, redeemToken } from './token.ts'

type Provider = ResolvedEmail

/**
 * A link was opened or a code was typed. A link that is only opened signs in where it was asked for; anywhere else it may be a
 * mail scanner that opens it, so a person has to say yes.
 */
export async function finish(
  context: Context,
  provider: Provider,
): Promise<FinishResult | { response: Response }> {
  const { request } = context
  if (request.method === 'POST') {
    const body = await readForm(context)
    if (body.code !== undefined) return typeCode(context, provider, body)
    return openLink(context, provider, await linkIn(context, provider, body))
  }
  const link = await linkIn(context, provider, {})
  if (link.flow && isVisit(request)) return openLink(context, provider, link)
  return { response: await show(context, provider, link) }
}

/** A mail scanner may only look at the link; it sees what a visit from anywhere else would show. */
export async function preview(context: Context, provider: Provider): Promise<Response> {
  return show(context, provider, await linkIn(context, provider, {}))
}

/** Asks whether to go on, unless the link was used or has expired: nobody is asked in vain. */
async function show(context: Context, provider: Provider, link: Link): Promise<Response> {
  await assertUsable(context, provider, linkPurpose(link), link.hash)
  return askToConfirm(context, link.address)
}

/** True if a person goes to the page, rather than a browser that looks ahead. */
function isVisit({ headers }: Request): boolean {
  const ahead = headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? ''
  const mode = headers.get('sec-fetch-mode') ?? 'navigate'
  return mode === 'navigate' && !/prefetch|preview|prerender/i.test(ahead)
}

interface Link {
  address: string
  /** The hash of the token. */
  hash: string
  /** The flow that the link belongs to, if it was begun in this browser. */
  flow: MailFlow | undefined
}

async function linkIn(context: Context, provider: Provider, body: Body): Promise<Link> {
  const { query } = context
  context.callbackUrl = await resolveCallbackUrl(
    context,
    query.get('callbackUrl') ?? body.callbackUrl,
  )
  const token = query.get('token') ?? body.token
  if (typeof token !== 'string' || token === '' || token.length > 1000) {
    throw new AuthError('Verification', 'The link has no token', {
      provider: provider.id,
      field: 'token',
    })
  }
  const hash = await sha256(token)
  const flows = await pendingFlows<MailState>(context, provider.id)
  return {
    address: mailAddress(provider, query.get('email') ?? body.email),
    hash,
    flow: flows.find(({ state }) => state && equal(state.token, hash)),
  }
}

/** Without its flow a link can only sign in: an address is added where the person who asked is signed in. */
function linkPurpose({ address, flow }: Pick<Link, 'address' | 'flow'>): Purpose {
  return { address, ...(flow?.link && { link: flow.link.userId }) }
}

async function openLink(context: Context, provider: Provider, link: Link): Promise<FinishResult> {
  const { address, hash, flow } = link
  await redeemToken(context, provider, linkPurpose(link), hash)
  context.once = true
  await rememberDevice(context, address)
  if (flow) return found(context, provider, address, flow)
  const data = await carriedData(context, hash)
  const { callbackUrl = context.origin } = context
  return {
    finding: addressFinding(provider, address),
    intent: { callbackUrl, ...(data !== undefined && { data }) },
  }
}

/** The data that the application sent along, which the link carries for a browser that does not know the flow. */
async function carriedData(
  { services, query }: Context,
  hash: string,
): Promise<JsonValue | undefined> {
  const claims = await services.seal('mail').open(query.get('state') ?? '')
  return claims?.hash === hash ? (claims.data as JsonValue) : undefined
}

async function typeCode(context: Context, provider: Provider, body: Body): Promise<FinishResult> {
  const { services, request, now } = context
  if (typeof body.code !== 'string') {
    throw new AuthError('InvalidRequest', 'The code is not a text', {
      provider: provider.id,
      field: 'code',
    })
  }
  const flow = await namedFlow(context, provider, body.flow)
  if (!flow) {
    // The page still knows whom it mailed.
    if (typeof body.email === 'string') context.typed = { email: body.email.slice(0, 254) }
    context.callbackUrl = await resolveCallbackUrl(context, body.callbackUrl)
    const message = 'This browser didn’t request the code, or the code is too old'
    throw new AuthError('FlowMissing', message, { provider: provider.id, field: 'flow' })
  }
  resumeFlow(context, flow)
  context.retryUrl = verifyRequestUrl(context, flow)
  if (flow.expires <= now) throw expiredCode(provider, flow)
  const { address, token, code } = flow.state
  const device = await knownDevice(context, address)
  // The page says so, and offers no code to type, if this is refused.
  context.triesLeft = 0
  const triesLeft = await services.consumeLimit('code', { account: address, device, request })
  delete context.triesLeft
  if (!equal(await codeHash(flow.id, typedCode(body.code)), code)) {
    if (Number.isFinite(triesLeft)) context.triesLeft = triesLeft
    throw wrongCode(flow)
  }
  await redeemToken(context, provider, linkPurpose({ address, flow }), token)
  context.once = true
  await rememberDevice(context, address)
  return found(context, provider, address, flow)
}

/** The error of a code that is too old. If the link lives longer, the page says that it still works. */
function expiredCode(provider: Provider, flow: Flow): AuthError {
  const code = outlivesCode(provider, flow) ? 'FlowExpired' : 'Verification'
  const hint = 'The code works for 15 minutes. The person asks for another email on the page.'
  return new AuthError(code, 'The code has expired', { provider: provider.id, hint })
}

function wrongCode({ provider }: Flow): AuthError {
  return new AuthError('CredentialsSignin', 'The code is not the one that was mailed', {
    provider,
    hint: 'The person mistyped it, or guesses. The number of tries is limited.',
  })
}

function found(context: Context, provider: Provider, address: string, flow: Flow): FinishResult {
  dropFlow(context, flow)
  // There is nothing more to type.
  delete context.retryUrl
  resumeFlow(context, flow)
  return { finding: addressFinding(provider, address), intent: flowIntent(flow) }
}

function addressFinding(provider: Provider, address: string): FinishResult['finding'] {
  return {
    provider,
    proves: 'address',
    providerAccountId: address,
    user: { email: address },
    emailVerified: true,
    amr: ['otp'],
    tokens: {},
    kept: {},
  }
}
