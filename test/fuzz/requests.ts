import { origin } from '../setup.ts'

/** A request as data, so that it can be changed and printed. */
export interface Sent {
  method: string
  url: string
  headers: [name: string, value: string][]
  body?: string
}

/** The request itself; undefined when no server would ever see such a one. */
export function toRequest({ method, url, headers, body }: Sent): Request | undefined {
  try {
    const bodiless = method === 'GET' || method === 'HEAD'
    return new Request(new URL(url, origin), {
      method,
      headers,
      ...(body !== undefined && !bodiless && { body }),
    })
  } catch {
    return undefined
  }
}

/** The request as code that can be pasted into a test. */
export function toSnippet({ method, url, headers, body }: Sent): string {
  const options = { method, headers, ...(body !== undefined && { body }) }
  const address = JSON.stringify(new URL(url, origin).href)
  return `await auth.handler(new Request(${address}, ${JSON.stringify(options, null, 2)}))`
}

/** A form of our own page. */
export function form(path: string, fields: Record<string, string>): Sent {
  return {
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: [
      ['origin', origin],
      ['sec-fetch-site', 'same-origin'],
      ['content-type', 'application/x-www-form-urlencoded'],
      ['accept', 'text/html'],
    ],
    body: new URLSearchParams(fields).toString(),
  }
}

/** JSON of our own script. */
export function script(path: string, value: unknown): Sent {
  return {
    method: 'POST',
    url: `/api/auth/${path}`,
    headers: [
      ['origin', origin],
      ['content-type', 'application/json'],
      ['accept', 'application/json'],
    ],
    body: JSON.stringify(value),
  }
}

/** A visit to a page. */
export function visit(url: string): Sent {
  return { method: 'GET', url, headers: [['accept', 'text/html']] }
}
