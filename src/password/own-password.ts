import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { readForm } from '../http/csrf.ts'
import { leadTo, wantsJson } from '../http/respond.ts'
import { hasItems } from '../identity/item-kinds.ts'
import { linkRequest } from '../methods/flow.ts'
import { passGate } from '../methods/gate.ts'
import { waitHeaders } from '../pages/error-notice.ts'
import { keepFlash, takeFlash } from '../pages/flash.ts'
import { pageText } from '../pages/frame.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { spaced } from '../pages/spaced.ts'
import { requireStorage } from '../services/require-storage.ts'
import { requireRecentSession } from '../sessions/proof.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import { askByMail, countMail } from './ask-by-mail.ts'
import { changePassword } from './change.ts'
import { countPassword, readPassword } from './form.ts'
import { hash } from './hashing.ts'
import { readIdentifier, typedIdentifier } from './identifier.ts'
import { assertGoodPassword } from './judge.ts'
import { passwordHash } from './kinds.ts'
import { ownForm } from './own-form.ts'
import { showFormPage } from './page.ts'
import { problemBefore } from './problem.ts'
import type { ResolvedPassword } from './resolved.ts'
import { hasIdentifier, setPassword } from './set.ts'
import { passwordText } from './text.ts'

/** `/password`: whoever signed in a short while ago changes their password, or sets the first one. GET shows the form. */
export async function answerPassword(
  context: Context,
  provider: ResolvedPassword,
  reader: SessionReader,
): Promise<Response> {
  const { request, baseUrl, config } = context
  const account = `${baseUrl}/account`
  context.callbackUrl = request.method === 'POST' ? account : `${baseUrl}/password`
  if (request.method !== 'POST') return showOwn(context, provider)
  const body = await readForm(context)
  context.retryUrl = `${baseUrl}/password`
  context.typed = typedIdentifier(provider, body)
  const { userId } = await requireRecentSession(context)
  const storage = requireStorage(config)
  if (await hasItems(storage, passwordHash, userId))
    await changePassword(context, provider, body, reader)
  else {
    const asks = !(await hasIdentifier(storage, provider, userId))
    if (asks && provider.identifier === 'email') return addAddress(context, provider, body)
    const password = readPassword(provider, body.password)
    const username = asks ? readIdentifier(provider, body) : undefined
    await countPassword(context, provider, userId)
    await setPassword(reader, provider, request, { password, username })
  }
  if (!wantsJson(request)) await keepFlash(context, { done: 'changePassword' })
  return leadTo(account, request)
}

/** Somebody without a proven address proves one along with their first password: it is the name that they sign in with. */
async function addAddress(
  context: Context,
  provider: ResolvedPassword,
  body: Body,
): Promise<Response> {
  const address = readIdentifier(provider, body)
  const password = readPassword(provider, body.password)
  const link = await linkRequest(context, await requireRecentSession(context))
  // Somebody whom only the application knows has nothing that a password could belong to, and waits for no mail.
  if (!(await context.config.storage?.getUser?.(link.userId)))
    throw new AuthError('Unsupported', 'The person is not in the storage', {
      provider: provider.id,
    })
  await countMail(context, address)
  await passGate(context, { action: 'mail', provider: provider.id, account: address, body })
  await assertGoodPassword(context, provider, password, [address])
  const callbackUrl = `${context.baseUrl}/account`
  const asked = { purpose: 'set' as const, account: address, hash: await hash(password) }
  return askByMail(context, provider, { ...asked, callbackUrl, link })
}

async function showOwn(context: Context, provider: ResolvedPassword): Promise<Response> {
  const { userId } = await requireRecentSession(context)
  const say = await passwordText(context)
  const flash = await takeFlash(context)
  const { minimum } = provider
  const frame = requestFrame(context)
  const problem = problemBefore(context, frame, { say, flash })
  const { form, has, asks } = await ownForm(context, provider, userId, say)
  const byMail = asks && provider.identifier === 'email'
  const page = {
    title: has ? say.change : say.set,
    lead: spaced(byMail ? say.setText : '', say.rule(minimum)),
    form,
    links: [{ href: `${context.baseUrl}/account`, label: pageText(frame).back }],
    problem,
  }
  return showFormPage(context, page, problem && waitHeaders(flash))
}
