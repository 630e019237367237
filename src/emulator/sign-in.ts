import type { Authorization, Outcome, SignIn } from './authorization.ts'
import { encodeQuery } from './encoding.ts'
import { scopesAllowed } from './issued-tokens.ts'
import { consentPage } from './pages/consent.ts'
import { deliverByForm } from './pages/form-post.ts'
import { messagePage } from './pages/message.ts'
import { problemPage } from './pages/problem.ts'
import { redirect, text } from './reply.ts'
import { cookie } from './request.ts'
import type { Endpoint, Exchange } from './types.ts'

/** The name of the cookie that remembers who is signed in to a practice platform. */
export function sessionCookie(platform: string): string {
  return `practice_${platform}`
}

/** The addresses every browser sign-in needs: authorize, the consent form's target, the error page. */
export function signInEndpoints(signIn: SignIn): readonly Endpoint[] {
  const decide = neighbour(signIn, 'decide')
  const authorize = signIn.authorize.map((url): Endpoint => {
    const answer = (exchange: Exchange): Promise<Response> => authorizes(signIn, exchange)
    return { name: 'authorize', url, methods: signIn.methods ?? ['GET'], answer }
  })
  return [
    ...authorize,
    { name: 'consent', url: decide, methods: ['POST'], answer: (e) => decides(signIn, e) },
    {
      name: 'problem',
      url: neighbour(signIn, 'problem'),
      methods: ['GET'],
      answer: ({ url }) => problemPage(signIn.name, url.searchParams),
    },
  ]
}

async function authorizes(signIn: SignIn, exchange: Exchange): Promise<Response> {
  const parameters = exchange.method === 'POST' ? exchange.form : exchange.url.searchParams
  const verdict = await signIn.judge(parameters, exchange)
  if (!('ask' in verdict)) return finishAuthorization(signIn, named(verdict, parameters), exchange)
  const known = cookie(exchange.headers, sessionCookie(signIn.platform))
  const persona = expected(signIn, parameters) ?? known
  if (
    persona !== undefined &&
    persona === known &&
    mayPass(signIn, verdict.ask, persona, exchange)
  ) {
    return finishAuthorization(
      signIn,
      signIn.accept(verdict.ask, persona, verdict.ask.scopes, exchange),
      exchange,
    )
  }
  if (verdict.ask.otherwise) return finishAuthorization(signIn, verdict.ask.otherwise, exchange)
  return consentPage({
    signIn,
    authorization: verdict.ask,
    action: exchange.link(neighbour(signIn, 'decide')),
    request: parameters.toString(),
    chosen: persona,
    exchange,
  })
}

/** The persona that `login_hint` names (OpenID Connect Core §3.1.2.1), if there is one. */
function expected({ personas }: SignIn, parameters: URLSearchParams): string | undefined {
  return personas.find(({ id }) => id === parameters.get('login_hint'))?.id
}

/** Adds the public part of `state` to an end on the platform's own page, so that the inspector finds the sign-in. */
function named(outcome: Outcome, parameters: URLSearchParams): Outcome {
  const state = parameters.get('state')
  if (!('stop' in outcome) || state === null) return outcome
  return { ...outcome, stop: { ...outcome.stop, flow: state.slice(0, 16) } }
}

async function decides(signIn: SignIn, exchange: Exchange): Promise<Response> {
  const { form } = exchange
  const persona = form.get('persona') ?? ''
  if (!signIn.personas.some(({ id }) => id === persona)) return text('Nobody by that name.', 400)
  // The request travels through the browser, so it is judged again as if it were new.
  const verdict = await signIn.judge(new URLSearchParams(form.get('request') ?? ''), exchange)
  if (!('ask' in verdict)) return finishAuthorization(signIn, verdict, exchange)
  const { ask } = verdict
  const ticked = ask.scopes.filter(
    (scope) => signIn.fixed.includes(scope) || form.getAll('scope').includes(scope),
  )
  const decision = form.get('decision') ?? 'deny'
  const failure = /^fail:(.+)$/.exec(decision)?.[1]
  // Without requested scopes there is nothing to tick, and consent is to the sign-in itself.
  const isAllowed = decision === 'allow' && (ticked.length > 0 || ask.scopes.length === 0)
  const refused = failure ?? (isAllowed ? undefined : 'denied')
  const outcome =
    refused === undefined
      ? signIn.accept(ask, persona, ticked, exchange)
      : signIn.refuse(ask, refused, exchange)
  return finishAuthorization(signIn, outcome, exchange, persona)
}

function finishAuthorization(
  signIn: SignIn,
  verdict: Outcome,
  exchange: Exchange,
  persona?: string,
): Response | Promise<Response> {
  const remember = persona === undefined ? {} : rememberCookie(signIn.platform, persona)
  if ('stop' in verdict) {
    const query = encodeQuery({ ...verdict.stop, advice: verdict.advice })
    return redirect(exchange.link(`${neighbour(signIn, 'problem')}?${query}`), remember)
  }
  if ('tell' in verdict) return messagePage(signIn.name, verdict.tell, remember)
  const { redirect_uri, response_mode } = verdict.back
  if (response_mode === 'form_post') {
    return deliverByForm(signIn.name, redirect_uri, verdict.with, remember)
  }
  const joint = redirect_uri.includes('?') ? '&' : '?'
  return redirect(`${redirect_uri}${joint}${encodeQuery(verdict.with)}`, remember)
}

function mayPass(
  { platform }: SignIn,
  { silent, client_id, scopes }: Authorization,
  persona: string,
  { context }: Exchange,
): boolean {
  const allowed = scopesAllowed(context, platform, client_id, persona)
  return silent && scopes.length > 0 && scopes.every((scope) => allowed.has(scope))
}

function neighbour(signIn: SignIn, page: string): string {
  return new URL(`/practice/${signIn.flow ?? signIn.platform}/${page}`, signIn.authorize[0]).href
}

function rememberCookie(platform: string, persona: string): Record<string, string> {
  return { 'set-cookie': `${sessionCookie(platform)}=${persona}; Path=/; HttpOnly; SameSite=Lax` }
}
