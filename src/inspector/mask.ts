/** Names of secrets, with which anybody could act. */
const secretName =
  /secret|code|verifier|challenge|token|assertion|password|passwd|authorization|cookie|^state$|nonce|ticket|signature|session|api.?key|csrf|credential|^(request|request_uri|response|flow|otp|pin)$/i

/** Names that sound like secrets and are none: `token_type`, `postal_code`, an error's code. */
const harmlessName =
  /^(token_type|token_endpoint.*|error.*|response_.*|.*_(type|types|method|methods|supported|endpoint)|.*expires.*|callbackUrl|client_id|client_key|country_?code|postal_?code|zip_?code|email_verified|code|log_id)$/i

/** Values of `code` to hide: those that look like a code, not like the name of an error. */
const codeValue = /^[\w.~+/=*!%-]{16,}$/

/** Random-looking text, as in tokens, under any other name. */
const tokenLike = /^(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{28,}$/

/** Names of ids, which can look like tokens but give no access. */
const idName =
  /(^|_)(id|sub|uid|uuid|kid|key_id|open_id|union_id)$|^(sub|iss|aud|azp|picture|image)$/i

/** The text in place of a secret: its length, and a mark that distinguishes it from others. */
function masked(value: string): string {
  if (value === '') return ''
  // The mark of a short code would reveal too much.
  return value.length < 16 ? '••••' : `•••• ${value.length} characters, mark ${mark(value)}`
}

/** Names of values that people choose: a mark would be enough to test guesses, however long the value is. */
const guessableName = /pass_?(word|wd|phrase)/i

/** Equal values have the same mark, and different ones almost never do. Its 24 bits do not help to guess a value of 128 or more. */
export function mark(value: string): string {
  let hash = 0x811c9dc5
  for (const character of value) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return ((hash >>> 0) & 0xffffff).toString(16).padStart(6, '0')
}

/** Hides secrets, and remembers them, to hide them wherever else they stand. */
export interface Masker {
  /** A value under a name; unchanged unless it is a secret. */
  value(name: string, value: string): string
  /** A secret, whatever its name. */
  secret(value: string): string
  /** The same without its length and mark, for what a person may have chosen. */
  guessable(value: string): string
  /** Foreign text, without the remembered secrets and what looks like one. */
  text(text: string): string
  /** An object, masked at every depth. */
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
