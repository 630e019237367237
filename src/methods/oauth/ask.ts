import { allowInsecureRequests, customFetch } from 'oauth4webapi'
import type { ResolvedOAuth } from '../../config/resolved.ts'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { AuthError } from '../../errors.ts'
import type { Awaitable } from '../../types/models.ts'
import type { AppUrls, EndpointTools } from '../../types/provider.ts'
import { providerFetch } from './server.ts'

type LibraryOptions = { [customFetch]: Send; [allowInsecureRequests]: true }

/** The options that every call of the OAuth library gets: our bounded `fetch`, speaking the platform's dialect. */
export function libraryOptions(config: Config, provider: ResolvedOAuth): LibraryOptions {
  return {
    [customFetch]: inDialect(providerFetch(config, provider), provider),
    // The configuration admits http for loopback addresses only; the library would refuse even those.
    [allowInsecureRequests]: true,
  }
}

type Send = (
  url: string,
  init: {
    method: string
    headers: Record<string, string>
    body?: unknown
    redirect?: unknown
    signal?: unknown
  },
) => Promise<Response>

/** Sends a token request the way the platform reads it: in its words, as a form, as JSON, or in the query of a GET. */
function inDialect(fetch: typeof globalThis.fetch, provider: ResolvedOAuth): Send {
  const { body: shape = 'form', headers: own = {}, names } = provider.dialect.token ?? {}
  // The library writes names in small letters; the same name in other letters would be sent beside it.
  const extra: Headings = { 'user-agent': 'portico' }
  for (const [name, value] of Object.entries(own)) extra[name.toLowerCase()] = value
  return (url, { method, headers, body }) => {
    const all = { ...headers, ...extra }
    if (!(body instanceof URLSearchParams)) return fetch(url, { method, headers: all })
    return fetch(...shapes[shape](url, all, names ? renamed(body, names) : body))
  }
}

function renamed(
  body: URLSearchParams,
  names: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  return new URLSearchParams([...body].map(([name, value]) => [names[name] ?? name, value]))
}

type Headings = Record<string, string>

const shapes: Record<
  'form' | 'json' | 'query',
  (url: string, headers: Headings, body: URLSearchParams) => [string, RequestInit]
> = {
  form: (url, headers, body) => [url, { method: 'POST', headers, body }],
  json: (url, { 'content-type': _form, ...headers }, body) => [
    url,
    {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(Object.fromEntries(body)),
    },
  ],
  query(url, { 'content-type': _form, ...headers }, body) {
    const address = new URL(url)
    for (const [name, value] of body) address.searchParams.set(name, value)
    return [address.href, { method: 'GET', headers }]
  },
}

/** Where the application's routes for a provider are. */
export function appUrls(context: Context, provider: ResolvedOAuth): AppUrls {
  return {
    signinUrl: `${context.baseUrl}/signin/${provider.id}`,
    callbackUrl: `${context.baseUrl}/callback/${provider.id}`,
  }
}

/** What a provider's own endpoint handler gets to work with. `callbackUrl` is the one that the platform was given. */
export function handlerTools(
  context: Context,
  provider: ResolvedOAuth,
  redirect_uri?: string,
): EndpointTools {
  const { signinUrl, callbackUrl } = appUrls(context, provider)
  return {
    provider: {
      ...provider,
      ...ownEndpoints(provider),
      checks: [...provider.checks],
      signinUrl,
      callbackUrl: redirect_uri ?? callbackUrl,
    } as EndpointTools['provider'],
    fetch: providerFetch(context.config, provider),
  }
}

/** An address can be written to, and a handler may put a person's token into it: each gets addresses of its own. */
function ownEndpoints({ authorization, token, userinfo }: ResolvedOAuth) {
  const own = <Endpoint extends { url?: URL }>(endpoint: Endpoint): Endpoint =>
    endpoint.url ? { ...endpoint, url: new URL(endpoint.url) } : endpoint
  return { authorization: own(authorization), token: own(token), userinfo: own(userinfo) }
}

/** Runs a provider's own endpoint handler; what it throws is the platform's failure, not ours. */
export async function runHandler<Input, Output>(
  provider: ResolvedOAuth,
  endpoint: string,
  handler: (input: Input) => Awaitable<Output>,
  input: Input,
): Promise<Output> {
  try {
    return await handler(input)
  } catch (cause) {
    if (cause instanceof AuthError) throw cause
    throw new AuthError('PlatformError', `The ${endpoint} handler of ${provider.id} failed`, {
      provider: provider.id,
      // A JSON error quotes what it could not read, which may be a token.
      ...(!(cause instanceof SyntaxError) && { cause }),
    })
  }
}

/** The platform's answer as the standard has it, where the provider knows how to put it so. */
export async function conformResponse(
  provider: ResolvedOAuth,
  endpoint: 'token' | 'userinfo',
  response: Response,
): Promise<Response> {
  const own = provider[endpoint].conform
  return (own && (await runHandler(provider, endpoint, own, response.clone()))) ?? response
}
