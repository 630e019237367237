/** Names of what opens something: whoever has the value could act with it. */
const secretName =
  /secret|code|verifier|challenge|token|assertion|password|passwd|authorization|cookie|^state$|nonce|ticket|signature|session|api.?key|csrf|credential|^(request|request_uri|response|flow|otp|pin)$/i

/** Names that sound like it and say nothing: `token_type`, `scope`, an error's code. */
const harmlessName =
  /^(token_type|token_endpoint.*|error.*|response_.*|.*_(type|types|method|methods|supported|endpoint)|.*expires.*|callbackUrl|client_id|client_key|country_?code|postal_?code|zip_?code|email_verified|code|log_id)$/i

/** Values of `code` to hide: those that look like a code, not like the name of an error. */
const codeValue = /^[\w.~+/=*!%-]{16,}$/

/** Random-looking text, as tokens are, under a name that nobody foresaw. */
const tokenLike = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{28,}$/

/** Ids of people and things are as long as tokens, and open nothing. */
const idName =
  /(^|_)(id|sub|uid|uuid|kid|key_id|open_id|union_id)$|^(sub|iss|aud|azp|picture|image)$/i

/** The text in place of a value that is not shown: its length, and a mark by which two of them can be told apart. */
function masked(value: string): string {
  if (value === '') return ''
  // Of a short code even a mark would say too much.
  return value.length < 16 ? '••••' : `•••• ${value.length} characters, mark ${mark(value)}`
}

/** Names of what a person made up: a mark would be enough to try guesses against, however long it is. */
const guessableName = /pass_?(word|wd|phrase)/i

/** Two equal values have the same mark, and almost no others do. 24 bits of a value that has 128 or more do not help to guess it. */
export function mark(value: string): string {
  let hash = 0x811c9dc5
  for (const character of value) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return ((hash >>> 0) & 0xffffff).toString(16).padStart(6, '0')
}

/** Hides what must not be seen, and remembers it: it is found wherever else it stands. */
export interface Masker {
  /** A value under a name; unchanged unless it is a secret. */
  value(name: string, value: string): string
  /** A secret, whatever its name. */
  secret(value: string): string
  /** The same without its length and mark, for what a person may have made up. */
  guessable(value: string): string
  /** Text that somebody else wrote: secrets that were met before, and what looks like one, are hidden. */
  text(text: string): string
  /** An object with everything in it. */
  object(value: unknown, name?: string): unknown
}

const maxRemembered = 500

/** A masker that knows these secrets from the start. */
export function createMasker(known: Iterable<string>): Masker {
  const secrets = new Set([...known].filter((one) => one.length >= 8))
  const secret = (value: string) => {
    if (value.length >= 8) secrets.add(value)
    const [oldest] = secrets
    if (secrets.size > maxRemembered && oldest !== undefined) secrets.delete(oldest)
    return masked(value)
  }
  const guessable = (value: string) => {
    secret(value)
    return value && '••••'
  }
  const text = (written: string) => {
    let rest = written
    for (const one of secrets) {
      for (const form of new Set([one, encodeURIComponent(one)]))
        rest = rest.replaceAll(form, '••••')
    }
    return rest
      .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]*(\.[\w-]+)*/g, '••••')
      .replace(/\b(basic|bearer) [^\s"']{8,}/gi, '$1 ••••')
  }
  const value = (name: string, written: string): string => {
    if (guessableName.test(name)) return guessable(written)
    if (isSecret(name, written)) return secret(written)
    const url = /^https?:\/\/.*\?/.test(written) ? URL.parse(written) : null
    if (!url) return text(written)
    const query = [...url.searchParams].map(([key, one]) => `${key}=${value(key, one)}`)
    return `${text(url.origin + url.pathname)}?${query.join('&')}`
  }
  const object = (written: unknown, name = ''): unknown => {
    if (typeof written === 'string') return value(name, written)
    if (typeof written === 'number' && isSecret(name, String(written)))
      return secret(String(written))
    if (Array.isArray(written)) return written.map((one) => object(one, name))
    if (typeof written !== 'object' || written === null) return written
    return Object.fromEntries(Object.entries(written).map(([key, one]) => [key, object(one, key)]))
  }
  return { value, secret, guessable, text, object }
}

function isSecret(name: string, value: string): boolean {
  if (/^code$/i.test(name)) return codeValue.test(value)
  if (harmlessName.test(name)) return false
  if (secretName.test(name)) return true
  return tokenLike.test(value) && !idName.test(name)
}
