/** An error of Node's, with the fields that its type lacks. */
type Failure = Error & { code?: string; errors?: unknown }

/**
 * The reason why something failed, down to the last cause: `TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:4999`. Empty if there
 * is none. `depth` ends the search, because an error may be its own cause.
 */
export function reasonFor(thrown: unknown, depth = 6): string {
  if (!(thrown instanceof Error) || !depth) return ''
  const { name, message, code = '', cause, errors }: Failure = thrown
  const words = [
    /^(auth)?error$/i.test(name) ? '' : name,
    message,
    // The code names the certificate check that failed, or the time limit that passed.
    message.includes(code) ? '' : code,
    // A connection that was tried at several addresses has an error for each.
    ...[cause ?? errors].flat().map((each) => reasonFor(each, depth - 1)),
  ]
  return withoutSecrets(words.filter(Boolean).join(': '))
}

/**
 * The text without Authorization headers, passwords in addresses, query strings, and anything that looks like a token. Visitors may write
 * such texts: each expression reads them once, however long they are.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/((?:basic|bearer) |\?)[^\s"']{8,}|\/(?:\/[^\s/]*){1,9}(?=@)/gi, '$1…')
    .replace(/\b(?=[\w-]{0,31}\d)(?=[\w-]{0,31}[a-z])(?=[\w-]{0,31}[A-Z])[\w-]{32,}/g, '…')
}
