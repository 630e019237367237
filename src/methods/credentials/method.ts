import type { Context } from '../../context.ts'
import { AuthError } from '../../errors.ts'
import type { Body } from '../../http/body.ts'
import { resolveCallbackUrl } from '../../http/callback-url.ts'
import { readForm } from '../../http/csrf.ts'
import { labelled, translated } from '../../pages/request-frame.ts'
import type { CredentialsText } from '../../types/credentials.ts'
import type { User } from '../../types/models.ts'
import { autofilled } from '../autofill.ts'
import { gatedForm, passGate } from '../gate.ts'
import { knownDevice, rememberDevice } from '../known-device.ts'
import type { FinishResult, Method } from '../method.ts'
import { signInPageUrl } from '../sign-in-page-url.ts'
import type { ResolvedCredentials } from './resolved.ts'

/** The words for visitors, where the application says nothing. */
export const english: CredentialsText = {
  username: 'Username',
  password: 'Password',
  aPassword: 'a password',
  usePassword: 'Use a password instead',
}

/** The application judges what the person typed. The form leads straight to the callback. */
export const credentials: Method<ResolvedCredentials> = {
  start: async (context) => ({ redirect: signInPageUrl(context) }),
  finish,
  async view(context, provider, say) {
    const { id, name: given, type, credentials: inputs } = provider
    const fields = Object.entries(inputs)
    // The name that nobody chose is a developer's word.
    const unnamed = given === 'Credentials' && fields.some(([, input]) => input.type === 'password')
    const { aPassword, usePassword, ...words } = await translated(context, 'credentials', english)
    const labels = new Map(Object.entries({ ...words, email: await emailLabel(context) }))
    const name = unnamed ? aPassword : given
    const first = fields.findIndex(([, input]) => input.type !== 'password')
    const others = [...context.config.providers.values()].filter((one) => one.type === type)
    return gatedForm(context, 'credentials', {
      name,
      summary: unnamed ? usePassword : undefined,
      submit: others.length === 1 ? say.signIn : say.signInWith(name),
      action: `${context.baseUrl}/callback/${id}`,
      identifier: commonIdentifier(provider),
      inputs: fields.map(([field, input], index) => {
        const view = labelled(context, field, input, labels.get(field))
        return index === first ? autofilled(context, view) : view
      }),
    })
  },
}

/** Sign-ins by mail have a word for it in every language. */
async function emailLabel(context: Context): Promise<string> {
  return (await translated(context, 'email', { email: 'Email' })).email
}

async function finish(context: Context, provider: ResolvedCredentials): Promise<FinishResult> {
  const { services, request } = context
  if (request.method !== 'POST' && !context.form) {
    throw new AuthError('MethodNotAllowed', `${request.method} is not possible here`, {
      field: 'POST',
    })
  }
  const body = await readForm(context)
  const { callbackUrl: requested, csrfToken, gateToken, remember, ...rest } = body
  // An application may ask for it in a field of its own.
  const typed: Body = provider.credentials.remember ? { ...rest, remember } : rest
  assertText(context, provider, typed)
  const callbackUrl = await resolveCallbackUrl(context, requested)
  context.callbackUrl = callbackUrl
  context.typed = withoutSecrets(provider, typed)
  const account = accountName(provider, typed)
  // A form without a name, such as that of a PIN, knows its devices by the provider alone.
  const deviceAccount = account ?? provider.id
  await services.consumeLimit('credentials', {
    ...(account !== undefined && { account }),
    device: (await knownDevice(context, deviceAccount)) ?? (await mailedDevice(context, account)),
    request,
  })
  const { id } = provider
  const meant = account?.slice(id.length + 1)
  await passGate(context, { action: 'credentials', provider: id, account: meant, body })
  const user = await judge(provider, typed, request)
  const providerAccountId = String(user.id)
  await rememberDevice(context, deviceAccount, account ? undefined : providerAccountId)
  return {
    finding: {
      provider,
      proves: 'user',
      providerAccountId,
      user: { ...user, id: providerAccountId },
      tokens: {},
      kept: {},
      amr: ['pwd'],
      credentials: typed,
    },
    intent: { callbackUrl },
  }
}

/**
 * A form has only text. JSON can bring lists and objects, which would be counted for no account, and which a query of the application
 * may take for an operator. The application's own code may pass what it likes in fields of its own, but not as the account's name.
 */
function assertText({ form }: Context, provider: ResolvedCredentials, typed: Body): void {
  const named = identifierField(provider)
  const odd = Object.entries(typed).find(
    ([name, value]) => typeof value !== 'string' && (!form || name === named),
  )
  if (!odd) return
  throw new AuthError('InvalidRequest', 'A field of the form is not a text', {
    provider: provider.id,
    field: odd[0].slice(0, 60),
  })
}

/** A browser that opened a mail to the address which names the account is its owner's, and no stranger's. */
async function mailedDevice(context: Context, account = ''): Promise<string | undefined> {
  const name = account.slice(account.indexOf(' ') + 1)
  return name.includes('@') ? knownDevice(context, name) : undefined
}

/** The fields that a form may show again. */
function withoutSecrets({ credentials }: ResolvedCredentials, typed: Body): Record<string, string> {
  const shown = Object.entries(credentials).flatMap(([name, { type }]) => {
    const value = type === 'password' ? undefined : typed[name]
    return typeof value === 'string' ? [[name, value.slice(0, 200)]] : []
  })
  return Object.fromEntries(shown)
}

/** The field that names the account. */
function identifierField({ identifier, credentials }: ResolvedCredentials): string | undefined {
  return identifier ?? Object.entries(credentials).find(([, { type }]) => type !== 'password')?.[0]
}

/** The name beside the password, if the form asks for these two alone, in words that everybody has for them. */
function commonIdentifier(provider: ResolvedCredentials): 'email' | 'username' | undefined {
  const { credentials } = provider
  const name = identifierField(provider) ?? ''
  const types = Object.values(credentials).map(({ type }) => type)
  if (types.length !== 2 || !types.includes('password')) return undefined
  const { type, label, labels } = credentials[name] ?? {}
  if (type === 'email') return type
  return !label && !labels && (name === 'email' || name === 'username') ? name : undefined
}

/** Rate-limit key; one field only, or varying another would bypass it. */
function accountName(provider: ResolvedCredentials, typed: Body): string | undefined {
  const field = identifierField(provider)
  if (field === undefined) return undefined
  // Whoever leaves the name out means one account, too: nobody's.
  const name = String(typed[field] ?? '')
  return `${provider.id} ${name.trim().normalize('NFKC').toLowerCase()}`
}

async function judge(provider: ResolvedCredentials, typed: Body, request: Request): Promise<User> {
  let user: User | null
  try {
    user = await provider.authorize(typed, request)
  } catch (thrown) {
    throw refusal(provider, thrown)
  }
  if (!user) {
    throw new AuthError('CredentialsSignin', 'authorize() refused', {
      provider: provider.id,
      // The word that Auth.js has for a refusal without a word; pages that came from there may look for it.
      reason: 'credentials',
    })
  }
  if (isId(user.id)) return user
  throw new AuthError('ProfileInvalid', 'authorize() returned a user without an id', {
    provider: provider.id,
    field: 'id',
    hint: 'Return `{ id, name, email, image }`; the id is what the session knows the person by.',
  })
}

function isId(id: unknown): boolean {
  return (typeof id === 'string' && id !== '') || typeof id === 'number' || typeof id === 'bigint'
}

/**
 * The error of a refusal. Whatever the application throws on purpose goes on to the page; anything else is nobody's business but the log's.
 */
function refusal(provider: ResolvedCredentials, thrown: unknown): AuthError {
  if (thrown instanceof AuthError) return thrown
  const said = authjsReason(thrown)
  if (said) {
    return new AuthError('CredentialsSignin', 'authorize() refused, and said why', {
      provider: provider.id,
      reason: said,
    })
  }
  return new AuthError('Internal', 'authorize() failed', {
    provider: provider.id,
    hint: "`cause` has the application's error. To tell a person something, throw an AuthError with a `reason`.",
    cause: thrown,
  })
}

/** Auth.js's way to say why: an error of type `CredentialsSignin` with a `code`. */
function authjsReason(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !('type' in thrown) || !('code' in thrown)) return undefined
  const { type, code } = thrown
  return type === 'CredentialsSignin' && typeof code === 'string' ? code : undefined
}
