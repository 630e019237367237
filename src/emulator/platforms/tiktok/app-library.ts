import type { SignIn } from '../../authorization.ts'
import { codeChallenge } from '../../encoding.ts'
import { keepCode } from '../../issued-tokens.ts'
import { json } from '../../reply.ts'
import type { Endpoint, Exchange } from '../../types.ts'
import { scopeProblem } from './registration.ts'
import type { TikTokState } from './tiktok-state.ts'
import { newCode } from './token.ts'

/** The verifier lengths of TikTok's libraries, from their sources. The desktop has no library. */
const verifierLengths: Readonly<Record<string, number>> = { ios: 43, android: 32, desktop: 43 }

/** The scope of the silent login, and those that Minis may ask for. */
const silent = 'user.info.open_id'
const minisScopes = [silent, 'user.info.basic']

/**
 * TikTok's libraries in apps, and the SDK of Minis. Their protocol is private, so this address is ours: an app posts the arguments of the
 * library and a persona, and gets what the library returns.
 */
export function appLibrary(practice: TikTokState, signIn: SignIn): Endpoint {
  return {
    name: 'app-sign-in',
    url: 'https://www.tiktok.com/practice/app-sign-in',
    methods: ['POST'],
    answer: (exchange) =>
      exchange.form.get('kit') === 'minis'
        ? miniCode(practice, exchange)
        : libraryCode(signIn, exchange),
    faults: { canceled: () => refused('The person cancelled') },
  }
}

/** The library makes a verifier, opens TikTok, and gets the code by the app's link. */
async function libraryCode(signIn: SignIn, exchange: Exchange): Promise<Response> {
  const { context, form } = exchange
  const kit = form.get('kit') ?? ''
  const length = Object.hasOwn(verifierLengths, kit) ? verifierLengths[kit] : undefined
  if (length === undefined) return refused(`There is no library for the kit “${kit}”`)
  const code_verifier = context.random.text(length)
  const asked = new URLSearchParams({
    client_key: form.get('client_id') ?? '',
    redirect_uri: form.get('redirect_uri') ?? '',
    scope: form.get('scope') ?? 'user.info.basic',
    response_type: 'code',
    code_challenge: await codeChallenge(code_verifier, 'hex'),
    ...(kit === 'desktop' && { code_challenge_method: 'S256' }),
  })
  const verdict = await signIn.judge(asked, exchange)
  if (!('ask' in verdict)) return refused('advice' in verdict ? verdict.advice : 'TikTok refused')
  const person = form.get('as') ?? signIn.personas[0]?.id ?? ''
  const outcome = await signIn.accept(verdict.ask, person, verdict.ask.scopes, exchange)
  const { code, error_description } = 'back' in outcome ? outcome.with : {}
  if (code === undefined) return refused(error_description ?? 'TikTok refused')
  return json({ code, code_verifier })
}

/** `TTMinis.login()`, which does not ask the person; with a scope, `TTMinis.authorize()`. */
function miniCode(practice: TikTokState, { context, form }: Exchange): Response {
  const app = practice.apps.find((one) => one.client_key === form.get('client_id'))
  if (!app?.minis) return refused('The client key is not that of a Mini')
  const wanted = form.get('as') ?? practice.people[0]?.id
  const person = practice.people.find(({ id }) => id === wanted)
  if (!person || person.banned) return refused('Nobody who may sign in')
  const scopes = (form.get('scope') ?? silent).split(',')
  if (scopes.some((scope) => !minisScopes.includes(scope)))
    return refused(`Minis may ask for ${minisScopes.join(' and ')} only`)
  const assigned = scopes.filter((scope) => scope !== silent)
  const wrong = assigned.length > 0 ? scopeProblem(app, assigned) : undefined
  if (wrong !== undefined) return refused(wrong)
  const code = newCode(context)
  const facts = { platform: practice.platform, client_id: app.client_key, redirect_uri: '' }
  const details = { minis: 'true' }
  const { codeLifetime } = practice.doubts
  keepCode(context, code, { ...facts, persona: person.id, scopes, details }, codeLifetime)
  return json({ code })
}

function refused(error_description: string): Response {
  return json({ error: 'refused', error_description }, 400)
}
