import type { Context } from '../../context.ts'
import { sha256 } from '../../crypto/hash.ts'
import { randomDigits } from '../../crypto/random.ts'
import { toAuthError } from '../../errors.ts'
import { json, wantsJson } from '../../http/respond.ts'
import { requestFrame } from '../../pages/request-frame.ts'
import type { SendMail, VerificationRequest } from '../../types/email.ts'
import { type Flow, flowId, flowName, keepFlow } from '../flow.ts'
import { passGate } from '../gate.ts'
import { knownDevice } from '../known-device.ts'
import type { SignInIntent, StartResult } from '../method.ts'
import { assertOwnAddress, sendMail } from '../send-mail.ts'
import { runSignInCallback, type SignInCandidate } from '../sign-in-callback.ts'
import { canonicalAddress } from './address.ts'
import type { MailFlow } from './flow.ts'
import { writeMail } from './mail.ts'
import { namedFlow, verifyRequestUrl } from './pages.ts'
import type { ResolvedEmail } from './resolved.ts'
import { keepToken, newToken } from './token.ts'

type Provider = ResolvedEmail

const day = 86_400

/** A code can be guessed, so it does not live long. */
const codeSeconds = 900

/** Sends a link and a code to an address. Whether somebody here has that address makes no difference to anything. */
export async function start(
  context: Context,
  provider: Provider,
  intent: SignInIntent,
): Promise<StartResult> {
  const { config, now, request } = context
  assertOwnAddress(context, provider)
  const { email, again } = intent.body
  if (typeof email === 'string') context.typed = { email: email.slice(0, 254) }
  // Another mail is asked for where the code of the one before can still be typed.
  const before = await namedFlow(context, provider, again)
  if (before) context.retryUrl = verifyRequestUrl(context, before)
  const address = mailAddress(provider, email)
  await countMail(context, provider, address, intent)
  const { body } = intent
  await passGate(context, { action: 'mail', provider: provider.id, account: address, body })
  const elsewhere = await runSignInCallback(
    context,
    await signInCandidate(context, provider, address, intent),
  )
  if (elsewhere) return { redirect: elsewhere }
  const token = await newToken(provider)
  const code = randomDigits(6)
  const hash = await sha256(token)
  const id = flowId(now)
  const { callbackUrl, data, link } = intent
  const codeExpires = now + codeLifetime(provider)
  const flow: MailFlow = {
    id,
    provider: provider.id,
    callbackUrl,
    expires: codeExpires,
    state: { address, token: hash, code: await codeHash(id, code) },
    ...(data !== undefined && { data }),
    ...(link !== undefined && { link }),
  }
  const expires = date(outlivesCode(provider, flow) ? now + lifetime(provider) : codeExpires)
  const purpose = { address, ...(link && { link: link.userId }) }
  await keepToken(config, provider, purpose, { hash, expires })
  const url = await signInLink(context, provider, { address, token, hash, intent })
  const unwritten = { identifier: address, url, token, code, expires, provider }
  await send(context, { ...unwritten, codeExpires: date(codeExpires) })
  await keepFlow(context, flow)
  context.once = true
  const next = verifyRequestUrl(context, flow, before && 'again')
  // A page of the application that asks for the code itself names the flow along with it.
  return wantsJson(request)
    ? { response: json({ url: next, flow: flowName(id) }) }
    : { redirect: next }
}

/** Seconds that a link works for. */
function lifetime({ maxAge = day }: Provider): number {
  return maxAge
}

function codeLifetime(provider: Provider): number {
  return Math.min(codeSeconds, lifetime(provider))
}

/** True if the link of a mail works longer than its code. One that adds an address needs the flow, which ends with the code. */
export function outlivesCode(provider: Provider, { link }: Pick<Flow, 'link'>): boolean {
  return !link && lifetime(provider) > codeSeconds
}

function date(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** A code is worth nothing without the flow that it was made for. */
export async function codeHash(flow: string, code: string): Promise<string> {
  return sha256(`${flow} ${code}`)
}

/**
 * Strangers cannot lock the owner out: the link in a mail works in any browser, whoever asked for it, and people are led to the page that
 * says so. Links that add an address sign nobody in, so they leave some of the mails to those that do.
 */
async function countMail(
  context: Context,
  provider: Provider,
  address: string,
  { link }: SignInIntent,
): Promise<void> {
  const { services, request } = context
  const device = await knownDevice(context, address)
  const group = link && 'adding'
  try {
    const attempt = { account: address, device, reachesOthers: true, group, request }
    await services.consumeLimit('mail', attempt)
  } catch (thrown) {
    const { field } = toAuthError(thrown)
    if (field === 'limits.mail.perAccount' && !link) {
      context.retryUrl ??= verifyRequestUrl(context, { provider: provider.id })
    }
    throw thrown
  }
}

/** The address in its one form. The application may normalise further, but what comes out must be one address too. */
export function mailAddress({ normalizeIdentifier }: Provider, written: unknown): string {
  if (!normalizeIdentifier || typeof written !== 'string') return canonicalAddress(written)
  return canonicalAddress(normalizeIdentifier(written))
}

async function signInCandidate(
  { config: { storage } }: Context,
  { id }: Provider,
  address: string,
  { data }: SignInIntent,
): Promise<SignInCandidate> {
  const known = await storage?.getUserByEmail?.(address)
  return {
    user: known ?? { id: `${id}:${address}`, email: address },
    account: {
      provider: id,
      providerAccountId: address,
      type: 'email',
      ...(known && { userId: known.id }),
    },
    email: { verificationRequest: true },
    ...(data !== undefined && { data }),
  }
}

/** The link: on our own origin, with what another browser needs to go on. */
async function signInLink(
  { services, baseUrl }: Context,
  provider: Provider,
  parts: { address: string; token: string; hash: string; intent: SignInIntent },
): Promise<string> {
  const { address, token, hash, intent } = parts
  const url = new URL(`${baseUrl}/callback/${provider.id}`)
  url.searchParams.set('callbackUrl', intent.callbackUrl)
  url.searchParams.set('token', token)
  url.searchParams.set('email', address)
  if (intent.data !== undefined) {
    url.searchParams.set('state', await services.seal('mail').seal({ hash, data: intent.data }))
  }
  return url.href
}

type Unwritten = Omit<VerificationRequest, 'mail' | 'theme' | 'lang' | 'request' | 'fetch'>

async function send(context: Context, unwritten: Unwritten): Promise<void> {
  const { config, services, request } = context
  const { theme } = config
  const { fetch } = services
  const language = requestFrame(context)
  const { provider, identifier: to, token, code } = unwritten
  const params = { ...unwritten, theme, lang: language.lang ?? 'en', request, fetch }
  const mail =
    (await provider.mail?.(params)) ?? writeMail({ ...params, language, now: services.now() })
  const { id, name } = provider
  // Whoever sends mails to sign in with in their own way goes before the way of all mails.
  const send: SendMail = (outgoing) =>
    provider.sendVerificationRequest
      ? provider.sendVerificationRequest({ ...params, mail })
      : provider.send?.(outgoing, provider)
  const mailer = { id, name, field: `providers.${id}.send`, send }
  await sendMail(context, mailer, { to, ...mail, purpose: 'signIn', secrets: [token, code] })
}
