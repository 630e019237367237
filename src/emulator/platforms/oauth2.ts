import { avatar } from '../avatar.ts'
import { json, text } from '../reply.ts'
import { signInEndpoints } from '../sign-in.ts'
import type { Answer, Endpoint, Exchange, Platform } from '../types.ts'
import { assertDescription } from './oauth2/assert-description.ts'
import { toSignIn } from './oauth2/authorize.ts'
import type { Complete, OAuth2Description, ResourceDescription } from './oauth2/description.ts'
import { practiceApp } from './oauth2/registration.ts'
import { refuseResource, resource, revoke } from './oauth2/resource.ts'
import { refuser, token } from './oauth2/token.ts'
import { practicePeople } from './people.ts'

const errors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]

/** A strict OAuth 2 platform made from data: it enforces its description and the standards. */
export function oauth2(description: OAuth2Description): Platform {
  assertDescription('oauth2', description)
  const platform = complete(description)
  const { id, name, apps, personas } = platform
  return {
    id,
    name,
    personas,
    apps: apps.map((app) => ({
      client_id: app.client_id,
      name: app.name ?? app.client_id,
      redirect_uris: app.redirect_uris,
    })),
    endpoints: [...signInEndpoints(toSignIn(platform)), ...createEndpoints(platform)],
    missing: ({ method }) => text(method === 'GET' ? 'Not found' : 'No such endpoint', 404),
  }
}

/** Fills in the defaults of a description. */
export function complete(description: OAuth2Description): Complete {
  const { id, authorize, names, lifetimes } = description
  return {
    name: id,
    separator: ' ',
    authentication: ['client_secret_basic'],
    pkce: 'supported',
    challenge: 'base64url',
    refresh: 'rotates',
    apps: [practiceApp(id)],
    personas: practicePeople(new URL(authorize.url).origin),
    ...description,
    names: { client_id: 'client_id', client_secret: 'client_secret', ...names },
    lifetimes: { code: 60, access: 3600, refresh: 30 * 86_400, ...lifetimes },
  }
}

function createEndpoints(platform: Complete): readonly Endpoint[] {
  const { token: tokenRules, resources = [], revoke: revokeRules, authorize } = platform
  const refuse = refuser(platform)
  const tokenFaults = Object.fromEntries(
    errors.map((error): [string, Answer] => [error, () => refuse(error, 'ordered by a test')]),
  )
  return [
    ...[revokeRules ?? []].flat().map(
      (rules): Endpoint => ({
        name: 'revoke',
        url: rules.url,
        methods: [rules.method ?? 'POST'],
        answer: (exchange) => revoke(platform, rules, exchange),
        faults: tokenFaults,
      }),
    ),
    ...[tokenRules.url, tokenRules.refreshUrl ?? []].flat().map(
      (url): Endpoint => ({
        name: 'token',
        url,
        methods: [tokenRules.method ?? 'POST'],
        answer: (exchange) => token(platform, exchange),
        faults: tokenFaults,
      }),
    ),
    ...resources.map(
      (rules): Endpoint => ({
        name: rules.name ?? 'userinfo',
        url: rules.url,
        methods: rules.methods ?? ['GET'],
        answer: (exchange) => resource(platform, rules, exchange),
        faults: resourceFaults(rules),
      }),
    ),
    {
      name: 'portrait',
      url: `${new URL(authorize.url).origin}/practice/face/*`,
      methods: ['GET'],
      quiet: true,
      answer: (exchange) => portrait(platform, exchange),
    },
  ]
}

function resourceFaults({
  refuse = refuseResource,
}: ResourceDescription): Readonly<Record<string, Answer>> {
  return {
    invalid_token: () => refuse(401, 'invalid_token', 'ordered by a test'),
    insufficient_scope: () => refuse(403, 'insufficient_scope', 'ordered by a test'),
    rate_limit: () => json({ error: 'rate_limited' }, 429, { 'retry-after': '60' }),
    internal: () => json({ error: 'internal' }, 500),
  }
}

function portrait({ personas }: Complete, { url }: Exchange): Response {
  const person = personas.find(({ id }) => url.pathname.endsWith(`/${id}.svg`))
  return person ? avatar(person.name) : text('Not found', 404)
}
