/** Causes of causes; an error may name itself as its own. */
const deepest = 6

/**
 * Why something failed, to the last cause: `TypeError: fetch failed: connect ECONNREFUSED 127.0.0.1:4999`. Empty where nothing says
 * why. It may stand in a log: see `withoutSecrets`.
 */
export function reasonFor(thrown: unknown): string {
  return withoutSecrets(chain(thrown, deepest).join(': '))
}

function chain(thrown: unknown, depth: number): string[] {
  if (!(thrown instanceof Error) || depth === 0) return []
  const { name, message, cause, code, errors }: FailedCall = thrown
  // The code names what a message leaves out: which check of a certificate failed, which limit of time passed.
  const known = typeof code === 'string' && !message.includes(code) ? code : ''
  const words = message && known ? `${message} (${known})` : message || known
  // `Error` says nothing that the word "Cause" does not say.
  const own = words && !/^(Auth)?Error$/i.test(name) ? `${name}: ${words}` : words
  // A connection that was tried at several addresses has a failure for each.
  const causes = [cause ?? errors].flat().flatMap((each) => chain(each, depth - 1))
  return [...new Set(own ? [own, ...causes] : causes)]
}

type FailedCall = Error & { code?: unknown; errors?: unknown }

/** The text without Authorization headers, passwords in addresses and what follows the `?` of an address. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(basic|bearer) [^\s"']{12,}/gi, '$1 …')
    .replace(/:\/\/[^\s/@]*@/g, '://…@')
    .replace(/(:\/\/[^\s?"']*\?)[^\s"']+/g, '$1…')
}
