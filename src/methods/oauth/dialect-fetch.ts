import type { ResolvedOAuth } from './resolved.ts'

/** A `fetch` in the form that the OAuth library calls it. */
export type Send = (
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
export function dialectFetch(fetch: typeof globalThis.fetch, provider: ResolvedOAuth): Send {
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
