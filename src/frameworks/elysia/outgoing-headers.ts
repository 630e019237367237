import type { OutgoingHeaders } from '../shared/node-response.ts'

/** Headers and cookies that Elysia will send, as its context holds them. */
export interface ElysiaSet {
  headers: Record<string, unknown>
  status?: number | string
  /** The cookies that the application has set with Elysia's own. */
  cookie?: Record<string, object>
}

/**
 * Sets cookies by Elysia's own `set.cookie`: as soon as an application does so, Elysia drops cookies of a returned response and of
 * `set.headers`.
 */
export function outgoingHeaders(set: ElysiaSet): OutgoingHeaders {
  const cookies = () => [
    ...[set.headers['set-cookie'] ?? []].flat().map(String),
    ...Object.keys(set.cookie ?? {}).map((name) => `${name}=`),
  ]
  return {
    headersSent: false,
    getHeader(name) {
      if (name === 'set-cookie') return cookies()
      return set.headers[name] === undefined ? undefined : String(set.headers[name])
    },
    setHeader(name, value) {
      set.headers[name] = value
    },
    appendHeader(_name, line) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value] = pair.split('=')
      set.cookie ??= {}
      set.cookie[name] = { value, ...Object.fromEntries(attributes.map(cookieOption)) }
    },
  }
}

/** An attribute of a cookie of ours: `Max-Age=60` is `maxAge: 60`. */
function cookieOption(attribute: string): [name: string, value: string | number | boolean] {
  const [written = '', value] = attribute.split('=')
  const name = written.replace('-', '').replace(/^./, (first) => first.toLowerCase())
  if (value === undefined) return [name, true]
  return [name, name === 'maxAge' ? Number(value) : value]
}
