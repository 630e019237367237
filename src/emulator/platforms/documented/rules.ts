import type { OAuth2Description } from '../oauth2/description.ts'
import type { Person } from '../people.ts'
import type { Enforces, Sample, Wanted } from './sample.ts'
import { memberOf, reissued } from './token-answer.ts'

/** The application as the platform registered it. */
export interface Client {
  clientId: string
  clientSecret: string
}

/** Returns the sample for one person. */
export type About = (person: Person) => Sample

type AuthorizeRules = Omit<OAuth2Description['authorize'], 'url'>

/** The demands of the authorization endpoint. */
export function authorizeRules(sample: Sample, client: Client, about: About): AuthorizeRules {
  const { enforces, callback } = sample
  const { parameters, responseMode, iss, ...as } = enforces.authorize ?? {}
  return {
    required: {
      ...filled(parameters, client),
      ...(responseMode && { response_mode: responseMode }),
    },
    response_modes: ['query', 'form_post'],
    ...as,
    ...(iss && { iss: () => iss }),
    ...(callback && { callback: ({ person }) => ({ ...about(person).callback }) }),
  }
}

/** The demands of the token endpoint, and its answers. */
export function tokenRules(
  sample: Sample,
  client: Client,
  about: About,
): Omit<OAuth2Description['token'], 'url'> {
  const { token: rules = {} } = sample.enforces
  const { body = 'form', names, headers, query, parameters, status = 200, contentType } = rules
  return {
    carrier: body,
    method: body === 'query' ? 'GET' : 'POST',
    required: filled(parameters, client),
    headers: filled(headers, client),
    query: filled(query, client),
    ...(names && { names }),
    ...(sample.endpoints.refresh && { refreshUrl: sample.endpoints.refresh }),
    answer(issue) {
      const { access_token, refresh_token, person } = issue
      const answer = reissued(about(person).token, { access_token, refresh_token })
      if (status === 200 && !contentType) return answer
      return new Response(JSON.stringify(answer), {
        status,
        headers: { 'content-type': contentType ?? 'application/json' },
      })
    },
  }
}

/** The rules of token revocation. */
export function revokeRules(
  url: string,
  { revocation = {} }: Enforces,
): NonNullable<OAuth2Description['revoke']> {
  const { method = 'POST', in: place = { form: 'token' }, token, clientAuth, headers } = revocation
  const carrier =
    typeof place === 'string' ? 'form' : (Object.keys(place)[0] as 'form' | 'json' | 'query')
  return {
    url,
    method,
    ...(place === 'bearer'
      ? { bearer: true as const }
      : { carrier, parameter: Object.values(place)[0] ?? 'token' }),
    ...(revocation.bearer && { bearer: 'too' as const }),
    ...(headers && { headers }),
    ...(clientAuth && { authentication: clientAuth === 'none' ? [] : [clientAuth] }),
    ...(token && { kinds: [token === 'access_token' ? 'access' : 'refresh'] as const }),
  }
}

/**
 * Replaces `{name}` in expectations with a value of the token answer, the client, or the sample's options. Where the token answer differs
 * from person to person, any value will do.
 */
export function filled(
  wanted: Wanted | undefined,
  client: Client,
  sample?: Sample,
  said: Sample | 'anything' | undefined = sample,
): Wanted {
  const known = (name: string): unknown => {
    const member = sample && memberOf(sample.token, name)
    return member ?? Reflect.get({ ...client, ...sample?.options }, name)
  }
  const isOpen = (value: string) =>
    said === 'anything' &&
    [...value.matchAll(/\{(\w+)\}/g)].some(
      ([, name = '']) => sample && memberOf(sample.token, name) !== undefined,
    )
  return Object.fromEntries(
    Object.entries(wanted ?? {}).map(([name, value]) => {
      // A token is checked where it is presented; it is not known beforehand.
      if (value === true || value === '{access_token}' || isOpen(value)) return [name, true]
      return [name, value.replace(/\{(\w+)\}/g, (_, word: string) => String(known(word)))]
    }),
  )
}
