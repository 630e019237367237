import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { readForm } from '../http/csrf.ts'
import { redirect } from '../http/respond.ts'
import { passGate } from '../methods/gate.ts'
import { rememberDevice } from '../methods/known-device.ts'
import { signInPageUrl } from '../methods/sign-in-page-url.ts'
import { askByMail, checkMailUrl, countMail } from './ask-by-mail.ts'
import { checkPassword } from './check-password.ts'
import { requireFlow } from './flow.ts'
import { countPassword, type Finished, readPassword } from './form.ts'
import { readIdentifier, typedIdentifier } from './identifier.ts'
import { showLink, useLink } from './link.ts'
import type { ResolvedPassword } from './resolved.ts'
import { signUp } from './sign-up.ts'
import { typeCode } from './type-code.ts'

type Act = (context: Context, provider: ResolvedPassword, body: Body) => Promise<Finished>

/** The functions that answer forms, by the value of `action`. */
const acts: Readonly<Record<string, Act>> = {
  signIn,
  signUp,
  forgot,
  again,
  code: typeCode,
  link: useLink,
}

/** A form was sent, or a link was opened. A visit shows a page, and nothing else: mail scanners make visits too. */
export async function finish(context: Context, provider: ResolvedPassword): Promise<Finished> {
  if (context.request.method !== 'POST' && !context.form)
    return { response: await preview(context, provider) }
  const body = await readForm(context)
  const callbackUrl = context.query.get('callbackUrl') ?? body.callbackUrl
  context.callbackUrl = await resolveCallbackUrl(context, callbackUrl)
  context.typed = typedIdentifier(provider, body)
  const action = body.action ?? impliedAction(context, body)
  const act = typeof action === 'string' && Object.hasOwn(acts, action) ? acts[action] : undefined
  if (act) return act(context, provider, body)
  throw new AuthError('InvalidRequest', 'There is no such action', {
    provider: provider.id,
    field: 'action',
    hint: `Use one of ${Object.keys(acts).join(', ')}.`,
  })
}

/** The page that a link shows; whoever has none goes to the sign-in page. */
export async function preview(context: Context, provider: ResolvedPassword): Promise<Response> {
  const token = context.query.get('token')
  return token === null ? redirect(signInPageUrl(context)) : showLink(context, provider, token)
}

function impliedAction({ query }: Context, { token, code }: Body): string {
  if (token !== undefined || query.has('token')) return 'link'
  return code === undefined ? 'signIn' : 'code'
}

async function signIn(context: Context, provider: ResolvedPassword, body: Body): Promise<Finished> {
  const { callbackUrl = context.origin } = context
  const account = readIdentifier(provider, body)
  const password = readPassword(provider, body.password)
  await countPassword(context, provider, account)
  await passGate(context, { action: 'credentials', provider: provider.id, account, body })
  const { user, use } = await checkPassword(context, provider, account, password)
  await rememberDevice(context, account)
  const finding = {
    provider,
    proves: 'user' as const,
    providerAccountId: user.id,
    mayCreate: false,
    user,
    tokens: {},
    kept: {},
    amr: ['pwd'],
    methodData: use,
  }
  return { finding, intent: { callbackUrl } }
}

/** Somebody forgot their password. Whoever it is, the answer is the same, and the mail says more. */
async function forgot(context: Context, provider: ResolvedPassword, body: Body): Promise<Finished> {
  const { callbackUrl = context.origin, baseUrl } = context
  context.retryUrl = `${baseUrl}/forgot-password`
  const account = readIdentifier(provider, body)
  await countMail(context, account)
  await passGate(context, { action: 'mail', provider: provider.id, account, body })
  const asked = { purpose: 'reset' as const, account, callbackUrl }
  return { response: await askByMail(context, provider, asked) }
}

/** Another mail is asked for where the code of the one before can still be typed. */
async function again(context: Context, provider: ResolvedPassword, body: Body): Promise<Finished> {
  const flow = await requireFlow(context, provider, body.flow)
  context.retryUrl = checkMailUrl(context, flow)
  const { token, code, ...asked } = flow.state
  await countMail(context, asked.account)
  await passGate(context, { action: 'mail', provider: provider.id, account: asked.account, body })
  const { callbackUrl, link } = flow
  return { response: await askByMail(context, provider, { ...asked, callbackUrl, link }, 'again') }
}
