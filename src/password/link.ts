import type { Context } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { wantsJson } from '../http/respond.ts'
import { assertAnswered, itemsOf } from '../identity/items.ts'
import { dropFlow, flowIntent, resumeFlow } from '../methods/flow.ts'
import { rememberDevice } from '../methods/known-device.ts'
import { type MailedFlow, mailedFlows } from './flow.ts'
import { type Finished, readPassword } from './form.ts'
import { hash } from './hashing.ts'
import { assertGoodPassword } from './judge.ts'
import { type MailedLink, mailedLink } from './kinds.ts'
import { askForPassword, askToConfirm } from './link-pages.ts'
import type { ResolvedPassword } from './resolved.ts'

/** A link that works: where it is kept, and what it proves. */
interface OpenLink extends MailedLink {
  readonly lookup: string
  readonly userId: string | null
}

/** The link with a token of this hash. */
export async function findLink(
  context: Context,
  provider: ResolvedPassword,
  lookup: string,
): Promise<OpenLink> {
  const found = await itemsOf(context, mailedLink).find(lookup)
  if (found.state === 'readable') {
    const { secret, userId } = found.item
    return { ...secret, lookup, userId }
  }
  assertAnswered(found)
  throw new AuthError('Verification', 'The link is unknown, was used or has expired', {
    provider: provider.id,
    field: 'token',
  })
}

/** A link was opened: in the browser that asked for it a click is enough, elsewhere a password is chosen. Nothing is used up. */
export async function showLink(
  context: Context,
  provider: ResolvedPassword,
  token: string,
): Promise<Response> {
  const { link, flow } = await readLink(context, provider, token)
  if (flow) context.callbackUrl = flow.callbackUrl
  return flow?.state.hash
    ? askToConfirm(context, link.address)
    : askForPassword(context, provider, link.address)
}

/**
 * Somebody confirms an address, or chooses a password. A refused one is told on the same page, and the link works as before: it is used up
 * with the password that is written.
 */
export async function useLink(
  context: Context,
  provider: ResolvedPassword,
  body: Body,
): Promise<Finished> {
  const { link, flow } = await readLink(context, provider, context.query.get('token') ?? body.token)
  // A password that was typed elsewhere may be a stranger's: it counts in the browser that typed it, and nowhere else.
  const pending = body.password === undefined ? flow?.state.hash : undefined
  if (pending !== undefined) return proven(context, provider, link, { flow, hash: pending })
  const password = readPassword(provider, body.password)
  try {
    await assertGoodPassword(context, provider, password, [flow?.state.account, link.address])
  } catch (thrown) {
    const isRefused = thrown instanceof AuthError && thrown.code === 'CredentialsSignin'
    if (!isRefused || wantsJson(context.request) || context.form) throw thrown
    return { response: await askForPassword(context, provider, link.address, thrown) }
  }
  return proven(context, provider, link, { flow, hash: await hash(password) })
}

async function readLink(
  context: Context,
  provider: ResolvedPassword,
  token: unknown,
): Promise<{ link: OpenLink; flow: MailedFlow | undefined }> {
  const isToken = typeof token === 'string' && token !== '' && token.length < 100
  const lookup = isToken ? await sha256(token) : ''
  const link = await findLink(context, provider, lookup)
  const flows = await mailedFlows(context, provider)
  const flow = flows.find(({ state }) => equal(state.token, lookup))
  if (flow || !link.adds) return { link, flow }
  throw new AuthError('FlowMissing', 'The link works where it was asked for', {
    provider: provider.id,
    field: 'token',
  })
}

/** Somebody proved an address, and brings a password along. Who that is, the login decides: a second factor is asked there too. */
export async function proven(
  context: Context,
  provider: ResolvedPassword,
  { address, lookup, userId, adds }: OpenLink,
  { flow, hash }: { flow: MailedFlow | undefined; hash: string },
): Promise<Finished> {
  const { callbackUrl = context.origin } = context
  await rememberDevice(context, address)
  context.once = true
  if (flow) {
    dropFlow(context, flow)
    // There is nothing more to type.
    delete context.retryUrl
    resumeFlow(context, flow)
  }
  const first = flow?.link !== undefined
  const name = flow?.state.name
  const finding = {
    provider,
    proves: 'address' as const,
    providerAccountId: address,
    user: { email: address, ...(name && { name }) },
    emailVerified: true,
    // A link for somebody who was there makes nobody new, unless they were there provisionally.
    mayCreate: (userId === null || adds === true) && provider.signUp,
    // The mailbox was proven, and nothing else: a password that was just chosen proves nothing.
    amr: ['otp'],
    tokens: {},
    kept: {},
    // Who adds a first password is signed in, and stays so everywhere.
    endsSessions: !first,
    methodData: { hash, link: lookup, first },
  }
  return { finding, intent: flow ? flowIntent(flow) : { callbackUrl } }
}
