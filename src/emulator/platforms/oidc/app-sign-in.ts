import { json } from '../../reply.ts'
import type { Endpoint, Exchange } from '../../types.ts'
import { type Person, standardClaims } from '../people.ts'
import { mint } from './id-token.ts'
import { signingKeys } from './keys.ts'

/** An app on a phone, as registered with the platform. */
export type NativeClient = {
  /** Google's client id of the app, or the bundle id at Apple. */
  readonly client_id: string
  readonly system: 'ios' | 'android'
}

/** The arguments of the platform's library in an app. */
export type AppSignIn = {
  readonly client: NativeClient
  readonly person: Person
  readonly asked: URLSearchParams
}

/** The rules of one platform's library. */
export type AppRules = {
  readonly id: string
  readonly issuer: string
  readonly clients: readonly NativeClient[]
  readonly personas: readonly Person[]
  /** The platform's own claims; a string says why it refuses. */
  readonly claims: (signIn: AppSignIn) => Readonly<Record<string, unknown>> | string
  /** The fields that the library returns beside the token. */
  readonly answer: (signIn: AppSignIn, exchange: Exchange) => object
  /** The lifetime of its tokens, in seconds. */
  readonly lifetime: number
}

/** The longest nonce that is accepted here. No platform documents a limit. */
const maxNonce = 512

/**
 * The sheet that a platform's own library shows in an app. The protocol between them is private, so this address is ours; what the library
 * takes and returns is documented.
 */
export function appSignIn(rules: AppRules): Endpoint {
  return {
    name: 'app-sign-in',
    url: `${rules.issuer}/practice/app-sign-in`,
    methods: ['POST'],
    answer: (exchange) => answer(rules, exchange),
    faults: { canceled: () => json({ error: 'canceled' }, 400) },
  }
}

async function answer(rules: AppRules, exchange: Exchange): Promise<Response> {
  const { context, form: asked } = exchange
  const { id, issuer, clients, personas, lifetime } = rules
  const client = clients.find((one) => one.client_id === asked.get('client_id'))
  const person = personas.find((one) => one.id === (asked.get('as') ?? personas[0]?.id))
  const nonce = asked.get('nonce') ?? undefined
  if (!client || !person) return refused('This app is not registered, or nobody has this name')
  if (nonce !== undefined && (nonce === '' || nonce.length > maxNonce))
    return refused(`A nonce has 1 to ${maxNonce} characters`)
  const signIn = { client, person, asked }
  const own = rules.claims(signIn)
  if (typeof own === 'string') return refused(own)
  const now = Math.floor(context.clock.now() / 1000)
  const [key] = await signingKeys(context, id, 'RS256')
  const claims = {
    ...standardClaims(context, id, person, []),
    ...own,
    iss: issuer,
    nonce,
    iat: now,
    exp: now + lifetime,
  }
  const id_token = await mint({ claims, key, client_secret: '' })
  return json({ id_token, ...rules.answer(signIn, exchange) })
}

function refused(description: string): Response {
  return json({ error: 'developer_error', error_description: description }, 400)
}
