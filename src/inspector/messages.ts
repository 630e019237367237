import type { Message, Row } from './flow-record.ts'
import type { Masker } from './mask.ts'

/** The number of characters of a body that are shown. */
const maxBody = 6000

/** The headers that are shown, because they explain a sign-in. */
const shownHeaders =
  /^(authorization|content-type|host|location|origin|referer|sec-fetch-site|x-forwarded-.*|forwarded|retry-after|www-authenticate|allow)$/

/** A parsed body: fields of a form, JSON, or text. */
export type ReadBody = { fields: Row[] } | { json: object } | { text: string } | undefined

/** A request for display, without secrets. */
export function requestMessage(
  masker: Masker,
  request: { method: string; url: URL; headers: Headers; body: ReadBody; namesOnly?: boolean },
): Message {
  const { method, url, headers, body, namesOnly } = request
  const json = body && 'json' in body ? body.json : undefined
  const fields = body && 'fields' in body ? maskRows(masker, body.fields) : []
  return {
    line: `${method} ${url.host}${url.pathname}`,
    groups: groups([
      ['Query', maskRows(masker, [...url.searchParams])],
      ['Body', namesOnly ? hiddenRows(masker, body, url) : fields],
      ['Headers', headerRows(masker, headers)],
      ['Cookies', cookieRows(headers.get('cookie') ?? '')],
    ]),
    ...(json && !namesOnly && { body: shortened(JSON.stringify(masker.object(json), null, 2)) }),
    ...(body && 'text' in body && { body: shortened(masker.text(body.text)) }),
  }
}

/** A response for display, without secrets. */
export function responseMessage(
  masker: Masker,
  response: { status: number; headers: Headers; text: string },
): Message {
  const { status, headers, text } = response
  const type = headers.get('content-type') ?? ''
  const parsed = parseJson(text)
  const location = headers.get('location')
  const cookies = headers.getSetCookie().map(setCookieRow)
  return {
    line: String(status),
    groups: groups([
      ['Leads to', location === null ? [] : urlRows(masker, location)],
      ['Headers', headerRows(masker, headers).filter(([name]) => name !== 'location')],
      ['Sets cookies', cookies],
    ]),
    ...(parsed !== undefined && {
      body: shortened(JSON.stringify(masker.object(parsed), null, 2)),
    }),
    ...(parsed === undefined &&
      text !== '' && {
        body: isPage(type, text)
          ? `a page, ${text.length} characters`
          : shortened(masker.text(text)),
      }),
  }
}

/** An address in rows: itself without its query, and the parameters. */
export function urlRows(masker: Masker, address: string): Row[] {
  const url = URL.parse(address)
  if (!url) return [['address', masker.text(address)]]
  return [['address', url.origin + url.pathname], ...maskRows(masker, [...url.searchParams])]
}

/** Parses a body: a form by its content type, anything else as JSON if it is JSON. */
export function readBody(type: string, text: string): ReadBody {
  if (text === '') return undefined
  if (type.includes('application/x-www-form-urlencoded')) {
    return { fields: [...new URLSearchParams(text)] }
  }
  const parsed = parseJson(text)
  if (typeof parsed === 'object' && parsed !== null) return { json: parsed }
  return { text: type.includes('multipart') ? 'a form in parts' : text }
}

/** The values of a body, by name. */
export function bodyValues(body: ReadBody): Record<string, string> {
  if (body && 'fields' in body) return Object.fromEntries(body.fields)
  const entries = body && 'json' in body ? Object.entries(body.json) : []
  return Object.fromEntries(entries.map(([name, value]) => [name, asText(value)]))
}

/** Fields that our own forms add to what a person typed. */
const ownField = /^(callbackUrl|action)$/

/** Fields that name the person who signs in. */
const whoField = /^(name|user_?name|e-?mail)$/i

/** A form without its values. Secrets are remembered; values that the inspector shows elsewhere are not, or they would be hidden there. */
function hiddenRows(masker: Masker, body: ReadBody, { origin }: URL): Row[] {
  return Object.entries(bodyValues(body)).map(([name, value]) => {
    if (ownField.test(name)) return [name, masker.value(name, value)]
    const isKnown = whoField.test(name) || URL.parse(value)?.origin === origin
    return [name, isKnown ? value && '••••' : masker.guessable(value)]
  })
}

function maskRows(masker: Masker, rows: readonly Row[]): Row[] {
  return rows.map(([name, value]) => [name, masker.value(name, value)])
}

function headerRows(masker: Masker, headers: Headers): Row[] {
  return maskRows(
    masker,
    [...headers].filter(([name]) => shownHeaders.test(name)),
  )
}

/** The names and sizes of cookies, never their values. */
function cookieRows(header: string): Row[] {
  return header
    .split(/; */)
    .filter(Boolean)
    .map((pair) => {
      const [name = ''] = pair.split('=', 1)
      return [name, `${pair.length - name.length - 1} bytes`]
    })
}

function setCookieRow(line: string): Row {
  const [pair = '', ...attributes] = line.split('; ')
  const [name = ''] = pair.split('=', 1)
  const size = pair.length - name.length - 1
  return [name, [size === 0 ? 'removed' : `${size} bytes`, ...attributes].join(', ')]
}

function groups(all: readonly [string, readonly Row[]][]): Message['groups'] {
  return all.filter(([, rows]) => rows.length > 0).map(([title, rows]) => ({ title, rows }))
}

function parseJson(text: string): unknown {
  try {
    return /^\s*[[{]/.test(text) ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function isPage(type: string, text: string): boolean {
  return type.includes('html') || text.trimStart().startsWith('<')
}

function shortened(text: string): string {
  return text.length > maxBody
    ? `${text.slice(0, maxBody)}\n… ${text.length} characters in all`
    : text
}
