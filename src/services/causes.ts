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
    .replace(/((?:basic|bearer) |\?)[^\s"']{8,}|\/(?:\/[^\s/]*){1,9}(?=@)/gi, '$1…')
    .replace(/\b(?=[\w-]{0,31}\d)(?=[\w-]{0,31}[a-z])(?=[\w-]{0,31}[A-Z])[\w-]{32,}/g, '…')
}
