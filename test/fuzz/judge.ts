import { fastestBox } from '../../src/crypto/jwe-node.ts'
import { createSeal } from '../../src/crypto/seal.ts'
import { origin } from '../setup.ts'
import { type Place, secret } from './place.ts'
import { appRedirect } from './powers.ts'
import type { Sent } from './requests.ts'
import { adminOrigin, isPreview, ownOrigins, previewOrigin } from './surroundings.ts'

/** What an answer was, once its body is read. */
export interface Answered {
  status: number
  headers: Headers
  text: string
  /** How long this program worked for it, in milliseconds: what others do on the machine does not count. */
  took: number
}

const deliberate = new Set([200, 204, 302, 303, 400, 401, 403, 404, 405, 409, 413, 415, 429])
const platforms = new Set([
  'https://plain.test',
  'https://idp.test',
  'https://post.test',
  'https://www.tiktok.com',
  'https://accounts.google.com',
])
/** What a platform does wrong, or refuses, is told to programs as 502. */
const platformErrors = new Set(['PlatformError', 'PlatformUnreachable', 'ProfileInvalid'])

/** Everything that is wrong with an answer. */
export function judge(place: Place, sent: Sent, answered: Answered): string[] {
  hear(place, answered)
  const problems = [
    ...judgeStatus(place, sent, answered),
    ...judgeSize(answered),
    ...judgeHeaders(place, sent, answered),
    ...judgeOrigin(place, sent, answered),
    ...judgeSecrets(place, sent, answered),
    ...('polluted' in {} ? ['a prototype was polluted'] : []),
  ]
  place.log.errors.length = 0
  place.log.lines.length = 0
  return problems
}

function judgeStatus({ log, strategy }: Place, { url }: Sent, { status }: Answered): string[] {
  const unexplained = log.errors.filter(({ code }) => {
    if (platformErrors.has(code)) return !/\/(callback|signin|signout|account)\b/.test(url)
    // Sessions in cookies cannot be listed or ended from elsewhere, which is said.
    return !(code === 'Unsupported' && strategy === 'cookie')
  })
  const words = unexplained.map(({ code, message, cause }) => {
    const stack = cause instanceof Error ? cause.stack : cause
    return `logged as ${code}: ${message} ${stack ?? ''}`
  })
  if (deliberate.has(status) || (log.errors.length > 0 && words.length === 0)) return words
  return [...words, `status ${status}`]
}

function judgeSize({ headers, text, took }: Answered): string[] {
  const lines = headers.getSetCookie()
  const size = text.length + [...headers].join('').length
  return [
    ...(lines.length > 50 ? [`${lines.length} Set-Cookie lines`] : []),
    ...(size > 100_000 ? [`${size} characters of answer`] : []),
    ...(took > 5000 ? [`${took} ms`] : []),
  ]
}

/** RFC 6265 §4.1.1, as strict as our own cookies are. */
const cookieLine =
  /^[!#$%&'*+\-.^_`|~\w]+=[\w.-]*; Path=\/; HttpOnly; Secure; SameSite=(Lax|None)(; Max-Age=\d+)?$/

function judgeHeaders(
  { surroundings }: Place,
  { url }: Sent,
  { status, headers, text }: Answered,
): string[] {
  const wrong = headers.getSetCookie().filter((line) => !cookieLine.test(line))
  const location = headers.get('location')
  const [own = origin, ...trusted] = ownOrigins(surroundings, url)
  const target = location === null ? undefined : new URL(location, own)
  const isOurs =
    !target ||
    [own, ...trusted, ...platforms].includes(target.origin) ||
    location?.startsWith(`${appRedirect}?`)
  const setsCookie = headers.getSetCookie().length > 0
  const type = headers.get('content-type')
  const json = type?.startsWith('application/json') ? text : '{}'
  return [
    ...wrong.map((line) => `Set-Cookie: ${line.slice(0, 300)}`),
    ...(isOurs ? [] : [`Location: ${location}`]),
    ...(status >= 300 && status < 400 && !target ? ['a redirect to nowhere'] : []),
    ...(text && !type ? ['a body without a type'] : []),
    ...(setsCookie && !headers.get('cache-control')?.includes('no-store') ? ['cacheable'] : []),
    ...(headers.has('x-evil') ? ['a header'] : []),
    ...(isJson(json) ? [] : ['JSON that is none']),
    ...(/<script>alert|<img src=x/.test(text) && type?.includes('html') ? ['markup'] : []),
  ]
}

/** Only the one origin that may act can read an answer, and only if it is the page that asked. */
function judgeOrigin(
  { surroundings }: Place,
  { url, headers: asked }: Sent,
  { status, headers }: Answered,
): string[] {
  const allowed = headers.get('access-control-allow-origin')
  const from = asked.filter(([name]) => name === 'origin').map(([, value]) => value.trim())
  const mayRead =
    surroundings === 'other origins' && !isPreview(url) && from.join(', ') === adminOrigin
  const expected = mayRead ? adminOrigin : null
  return [
    ...(allowed === expected ? [] : [`${allowed} may read what ${from} asked for`]),
    ...(allowed === null && status === 204 ? ['a preflight that anybody passes'] : []),
    ...(allowed !== null && !/\borigin\b/i.test(headers.get('vary') ?? '') ? ['no Vary'] : []),
  ]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text || 'null')
    return true
  } catch {
    return false
  }
}

const flows = createSeal([secret], 'flow', fastestBox)

/** An answer's cookies, and what is sealed in them, are secrets from now on. */
function hear({ secrets }: Place, { headers }: Answered): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(line) ?? []
    secrets.add('cookie', value)
    const flow = name.includes('.flow.') ? flows.open(value) : undefined
    const state = flow && 'state' in flow ? Object(flow.state) : {}
    secrets.add('verifier', state.code_verifier)
    secrets.add('nonce', state.nonce)
  }
}

/** Where an answer sends somebody: a browser by its header, a program by its JSON. */
function targetOf({ headers, text }: Answered): string {
  const [, url] = /^\{"url":("[^"]*")\}$/.exec(text) ?? []
  return headers.get('location') ?? (url === undefined ? '' : JSON.parse(url))
}

function judgeSecrets(
  { secrets, log, preview }: Place,
  { url }: Sent,
  answered: Answered,
): string[] {
  const { headers, text } = answered
  const location = targetOf(answered)
  const target = location === '' ? undefined : new URL(location, origin).origin
  const abroad = target !== undefined && platforms.has(target)
  // The application hands the callbacks of the preview on.
  const handsOn = preview && target === previewOrigin && /\/callback\//.test(url)
  const others = [...headers].filter(([name]) => name !== 'location' && name !== 'set-cookie')
  const errors = log.errors.map((error) => `${error.stack} ${JSON.stringify(error)} ${error.cause}`)
  const heard = {
    body: secrets.heardIn(text.startsWith('{"url":') && abroad ? '' : text),
    // A platform must know the nonce, and is reminded of whom it is to sign out.
    Location: secrets.heardIn(location, abroad ? ['nonce', 'id_token'] : handsOn ? ['code'] : []),
    'Set-Cookie': secrets.heardIn(headers.getSetCookie().join('\n'), ['cookie']),
    headers: secrets.heardIn(others.join('\n')),
    log: secrets.heardIn([...log.lines, ...errors].join('\n')),
  }
  // A page that a mailed link opens has its token in the form that confirms: whoever opened it has it already.
  const isMailed = (word: string) => word.startsWith('mail ') && url.includes(word.slice(5))
  heard.body = heard.body.filter((word) => !isMailed(word))
  return Object.entries(heard).flatMap(([where, words]) =>
    words.map((word) => `a secret in the ${where}: ${word}`),
  )
}
