import { AuthError } from '../errors.ts'
import { readWithin } from './bounded-fetch.ts'
import { assertWellFormed } from './well-formed-text.ts'

/** The fields of a POST, by name. It has no prototype that a name could reach. */
export type Body = Record<string, unknown>

const maxBodyBytes = 64 * 1024

/** Reads a form or a JSON object. Refuses anything else, and more than 64 kB, before parsing. */
export async function readBody(request: Request): Promise<Body> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  const parse = parsers.get(type)
  if (parse) return parse(await readText(request))
  if (!type && !(await readText(request))) return Object.create(null)
  throw new AuthError(
    'InvalidRequest',
    `A body of type "${type.slice(0, 60)}" is not accepted here`,
    {
      field: 'content-type',
      hint: 'Send application/x-www-form-urlencoded or application/json.',
      status: 415,
    },
  )
}

/** A map, because a visitor chooses the name that is looked up. */
const parsers: ReadonlyMap<string, (text: string) => Body> = new Map([
  ['application/x-www-form-urlencoded', parseForm],
  ['application/json', parseJson],
])

function parseForm(text: string): Body {
  const body: Body = Object.create(null)
  new URLSearchParams(text).forEach((value, name) => {
    if (name in body)
      throw new AuthError('InvalidRequest', 'A field was sent twice', { field: name.slice(0, 60) })
    body[name] = value
  })
  assertWellFormed(body)
  return body
}

function parseJson(text: string): Body {
  const value = parsed(text)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    assertWellFormed(value)
    return Object.assign(Object.create(null), value)
  }
  throw new AuthError('InvalidRequest', 'The body is not a JSON object', { field: 'body' })
}

/**
 * Parses JSON; undefined if it is invalid, because the error would quote the text, which may hold a password. Names that every object has
 * are left out: JavaScript calls some of them when a value becomes text, and the sender would decide what happens then.
 */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (key, inner) => (key in {} ? undefined : inner))
  } catch {
    return undefined
  }
}

const texts = new WeakMap<Request, Promise<string>>()

/** The text of a request, as it came, up to 64 kB. Whoever asks again gets the same: a copy of the request would hold its sender until both are read. */
export function readText(request: Request): Promise<string> {
  const text = texts.get(request) ?? readOnce(request)
  texts.set(request, text)
  return text
}

async function readOnce(request: Request): Promise<string> {
  const isHuge = Number(request.headers.get('content-length')) > maxBodyBytes
  const bytes = isHuge ? undefined : await readBytes(request)
  if (bytes) return new TextDecoder().decode(bytes)
  throw new AuthError('InvalidRequest', 'The body is larger than 64 kB', {
    field: 'body',
    status: 413,
  })
}

/**
 * The bytes of a body, undefined for too many. A browser that disconnects causes an invalid request; code that has read the body before is
 * a fault of the application, whose error is thrown as it is.
 */
async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const isFresh = !request.bodyUsed && !request.body?.locked
  try {
    return await readWithin(maxBodyBytes, request.body)
  } catch (cause) {
    if (!isFresh || cause instanceof AuthError) throw cause
    throw new AuthError('InvalidRequest', 'The body did not come whole', { field: 'body', cause })
  }
}
