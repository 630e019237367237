/** An error of Node's, which says more than its type. */
type Failure = Error & { code?: string; errors?: unknown }

/**
 * The reason why something failed, to the last cause: `TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:4999`. Empty if nothing says
 * why. An error may be its own cause; therefore there is a depth.
 */
export function reasonFor(thrown: unknown, depth = 6): string {
  if (!(thrown instanceof Error) || !depth) return ''
  const { name, message, code = '', cause, errors }: Failure = thrown
  const words = [
    /^(auth)?error$/i.test(name) ? '' : name,
    message,
    // Which check of a certificate failed, which limit of time passed.
    message.includes(code) ? '' : code,
    // A connection that was tried at several addresses has an error for each.
    ...[cause ?? errors].flat().map((each) => reasonFor(each, depth - 1)),
  ]
  return withoutSecrets(words.filter(Boolean).join(': '))
}

/**
 * The text without Authorization headers, passwords in addresses, what follows the `?` of an address, and what looks like a token. Strangers
 * write such texts: each expression reads them once, however long they are.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/((?:basic|bearer) |\?)[^\s"']{8,}/gi, '$1…')
    .replace(/\S+/g, withoutPassword)
    .replace(/[\w-]{32,}/g, (word) => (isRandom(word) ? '…' : word))
}

/** A word without what stands between the `//` and the `@` of an address. */
function withoutPassword(word: string): string {
  const from = word.indexOf('//')
  const to = word.lastIndexOf('@')
  return from < 0 || to < from + 3 ? word : `${word.slice(0, from)}…${word.slice(to)}`
}

/** Names and codes of errors are as long, but are not written in capitals, small letters and digits at once. */
function isRandom(word: string): boolean {
  return /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word)
}
