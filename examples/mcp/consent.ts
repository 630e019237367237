import { AsyncLocalStorage } from 'node:async_hooks'
import type Provider from 'oidc-provider'
import {
  type Context,
  type Part,
  random,
  readForm,
  redirect,
  requireUserId,
  type SessionReader,
  showStep,
  signInPageUrl,
} from '../../src/method.ts'

/** A question of the authorization server, which the browser that it was asked in has a cookie for. */
export type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The question that the request at hand answers. It is looked up by its cookie before Portico sees the request. */
export const question: AsyncLocalStorage<Interaction> = new AsyncLocalStorage()

/**
 * Answers the questions of the authorization server with Portico: who is there, and may this program act for them? The page has
 * the look of the others. `grants` is the server's own list of what people agreed to.
 */
export function Consent(grants: () => Pick<Provider, 'Grant'>): Part {
  return {
    name: 'consent',
    paths: { consent: { methods: ['GET', 'POST'], provider: 'none' } },
    load: async () => ({
      pathHandlers: {
        consent: (context, _provider, reader) => answer(grants(), context, reader),
      },
    }),
  }
}

async function answer(
  server: Pick<Provider, 'Grant'>,
  context: Context,
  reader: SessionReader,
): Promise<Response> {
  const { request, baseUrl, query } = context
  const asked = question.getStore()
  if (!asked) return new Response('Nothing is asked in this browser', { status: 400 })
  // Whoever is not signed in does so first, with all steps, and comes back.
  context.callbackUrl = `${baseUrl}/consent`
  if (!(await context.currentSession())) return redirect(signInPageUrl(context))
  const userId = await requireUserId(reader, request)
  if (asked.prompt.name === 'login') return finish(asked, { login: { accountId: userId } })
  // Another person signed in since the server was told.
  if (asked.session?.accountId !== userId) return refuse(asked)
  if (query.get('answer') === 'deny') return refuse(asked)
  if (request.method !== 'POST') return ask(context, asked)
  const { answer: said } = await readForm(context)
  if (said !== 'allow') return refuse(asked)
  const user = (await context.config.storage?.getUser?.(userId)) ?? { id: userId }
  return finish(asked, { consent: { grantId: await agree(server, asked, user) } })
}

/** A user as far as a grant is concerned. */
interface Owner {
  readonly id: string
  readonly sessionGeneration?: string
}

/** True while a grant counts: its id ends with the generation of its owner's sessions, so that it ends with all of them. */
export function isInForce(grantId: string, { sessionGeneration = '' }: Owner): boolean {
  return grantId.endsWith(`.${sessionGeneration}`)
}

/** The page that asks. It names the program as it was registered, and what it may do. */
function ask(context: Context, { params, prompt }: Interaction): Promise<Response> {
  const scopes = Object.values((prompt.details.missingResourceScopes ?? {}) as Scopes).flat()
  const may = scopes.length > 0 ? ` It may: ${scopes.join(', ')}.` : ''
  return showStep(context, {
    title: `Let ${String(params.client_id)} act for you?`,
    text: `The program asks to use your account.${may} Refuse if you did not start this.`,
    form: {
      action: `${context.baseUrl}/consent`,
      submit: 'Allow',
      fields: { answer: 'allow' },
    },
    other: { href: `${context.baseUrl}/consent?answer=deny`, label: 'Refuse' },
  })
}

type Scopes = Record<string, string[]>

/** Writes down what the person agreed to: what was asked, and nothing else. */
async function agree(
  { Grant }: Pick<Provider, 'Grant'>,
  { grantId, params, prompt }: Interaction,
  owner: Owner,
): Promise<string> {
  const known = grantId && isInForce(grantId, owner) ? await Grant.find(grantId) : undefined
  const { id: accountId, sessionGeneration = '' } = owner
  const grant = known ?? new Grant({ accountId, clientId: String(params.client_id) })
  if (!known) grant.jti = `${random(32)}.${sessionGeneration}`
  const { missingOIDCScope, missingResourceScopes } = prompt.details
  if (Array.isArray(missingOIDCScope)) grant.addOIDCScope(missingOIDCScope.join(' '))
  for (const [resource, scopes] of Object.entries((missingResourceScopes ?? {}) as Scopes))
    grant.addResourceScope(resource, scopes.join(' '))
  return grant.save()
}

function refuse(asked: Interaction): Promise<Response> {
  return finish(asked, { error: 'access_denied', error_description: 'The person refused' })
}

/** Hands the answer to the server, which the browser goes back to. */
async function finish(asked: Interaction, result: Interaction['result']): Promise<Response> {
  asked.result = { ...asked.lastSubmission, ...result }
  await asked.save(asked.exp - Math.floor(Date.now() / 1000))
  return redirect(asked.returnTo)
}
