import type { App } from '../../app.ts'
import { at } from '../../description/json-path.ts'
import { AuthError } from '../../errors.ts'
import type { Dialect } from '../../types/dialect.ts'
import type { TokenSet } from '../../types/models.ts'
import { providerFetch } from './authorization-server.ts'
import { conformResponse } from './endpoint-handler.ts'
import { type Answer, parseObject, readAnswer } from './platform-response.ts'
import type { ResolvedOAuth } from './resolved.ts'
import { splitScopes } from './scopes.ts'

type Rules = NonNullable<Dialect['userinfo']>

/** Asks a platform who the person is, in the platform's own way. */
export async function plainUserinfo(
  app: App,
  provider: ResolvedOAuth,
  endpoint: string,
  tokens: TokenSet,
): Promise<Answer> {
  const { fields, emails, ...rules } = provider.dialect.userinfo ?? {}
  const url = new URL(endpoint)
  const missing = fields ? askForGranted(url, provider, fields, tokens) : []
  const fetch = providerFetch(app, provider)
  const response = await fetch(...userinfoRequest(url, rules, tokens))
  const conformed = await conformResponse(provider, 'userinfo', response)
  const profile = await readAnswer(conformed, provider, 'userinfo', [tokens.access_token])
  const { method, body, ...reading } = rules
  const listed = emails
    ? await fetch(...userinfoRequest(new URL(emails.url), reading, tokens))
    : undefined
  return {
    ...profile,
    ...(missing.length > 0 && { missing }),
    ...(emails && listed?.ok && mainAddress(await listed.text(), emails)),
  }
}

/** The request for a protected resource, with the access token in its place. */
function userinfoRequest(
  url: URL,
  {
    method = 'GET',
    headers,
    body,
    bearer = { scheme: 'Bearer' },
  }: Omit<Rules, 'fields' | 'emails'>,
  tokens: TokenSet,
): [string, RequestInit] {
  const fill = (text: string) =>
    text.replace(/\{tokens\.(\w+)\}/g, (_, name: string) => String(tokens[name] ?? ''))
  const filled = (_: string, value: unknown) => (typeof value === 'string' ? fill(value) : value)
  for (const [name, value] of url.search ? [...url.searchParams] : []) {
    url.searchParams.set(name, fill(value))
  }
  const sent: Record<string, string> = { accept: 'application/json', 'user-agent': 'portico' }
  for (const [name, value] of Object.entries(headers ?? {})) sent[name.toLowerCase()] = fill(value)
  const token = tokens.access_token ?? ''
  if ('query' in bearer) url.searchParams.set(bearer.query, token)
  else if ('header' in bearer) sent[bearer.header.toLowerCase()] = token
  else sent.authorization = `${bearer.scheme} ${token}`
  if (body !== undefined) sent['content-type'] = 'application/json'
  const content = body === undefined ? {} : { body: JSON.stringify(body, filled) }
  return [url.href, { method, headers: sent, ...content }]
}

/** The main one of the listed addresses, and the platform's word on whether it is proven. */
function mainAddress(text: string, paths: NonNullable<Rules['emails']>): Answer {
  // The list may stand at the top, and a path needs something to start from.
  const answer = parseObject(`{"answer":${text}}`)
  const email = at(answer, `answer.${paths.email}`)
  if (typeof email !== 'string') return {}
  return { email, email_verified: at(answer, `answer.${paths.verified}`) === true }
}

/** Names in the address the fields that may be asked for; returns those that may not. */
function askForGranted(
  url: URL,
  provider: ResolvedOAuth,
  { parameter, scopes, wanted = Object.keys(scopes) }: NonNullable<Rules['fields']>,
  tokens: TokenSet,
): string[] {
  const granted = new Set(splitScopes(tokens.scope))
  const isGranted = (field: string) =>
    !Object.hasOwn(scopes, field) || granted.has(scopes[field] ?? '')
  const named = splitScopes(url.searchParams.get(parameter), 'comma')
  const fields = named.length > 0 ? named : wanted
  if (!fields.some(isGranted)) {
    const nothing = `Nothing that tells who the person is was granted at ${provider.name}`
    throw new AuthError('AccessDenied', nothing, { provider: provider.id, field: 'scope' })
  }
  url.searchParams.set(parameter, fields.filter(isGranted).join(','))
  return fields.filter((field) => !isGranted(field))
}
