import { sha256 } from '../crypto/hash.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import type { Awaitable } from '../types/models.ts'
import type { AuthjsCallbacks } from './config.ts'

/** The longest message, in characters, that counts as written for a page. A longer one was written for a log. */
const longestWord = 100

/**
 * In version 4, the message of an error that the application throws reaches its page as `error`, such as `second-factor-required`. Only a
 * plain `Error` of one line counts, because those of databases may reveal secrets.
 */
async function asRefusal(code: AuthErrorCode, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Error) || Object.getPrototypeOf(thrown) !== Error.prototype) return thrown
  const { message, cause } = thrown
  if (!message || message.length > longestWord || message.includes('\n') || cause) return thrown
  const reason = await keepWord(message)
  return new AuthError(code, 'The application refused, and said why', { reason, cause: thrown })
}

/** Messages by the word that replaces them until the response is written: our URLs carry only a word. */
const sentences = new Map<string, string>()
/** An application has a few messages; one that generates them must not fill the memory. */
const maxSentences = 100

async function keepWord(message: string): Promise<string> {
  if (/^[\w-]{1,60}$/.test(message)) return message
  const word = `said-${(await sha256(message)).slice(0, 40)}`
  if (sentences.size >= maxSentences) sentences.clear()
  sentences.set(word, message)
  return word
}

/** Wraps a function of the application: its errors become refusals with a reason. */
export function refusingInWords<Given extends unknown[], Answer>(
  decides: (...given: Given) => Awaitable<Answer>,
  code: AuthErrorCode,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    try {
      return await decides(...given)
    } catch (thrown) {
      throw await asRefusal(code, thrown)
    }
  }
}

/** The callbacks of version 4, where an error of `signIn` reaches the page. */
export function version4Callbacks(callbacks: AuthjsCallbacks = {}): AuthjsCallbacks {
  const { signIn } = callbacks
  return signIn
    ? { ...callbacks, signIn: refusingInWords(signIn.bind(callbacks), 'AccessDenied') }
    : callbacks
}

/** The errors that may carry a word of the application. */
const refusals: ReadonlySet<string | null> = new Set(['CredentialsSignin', 'AccessDenied'])

/** The URL with the application's word as `error`, as in version 4. Our own URLs have the kind as `error` and the word as `code`. */
export function withWordAsError(address: string): string {
  const url = URL.parse(address)
  const word = url?.searchParams.get('code')
  if (!url || !word || word === 'credentials' || !refusals.has(url.searchParams.get('error'))) {
    return address
  }
  url.searchParams.delete('code')
  url.searchParams.set('error', sentences.get(word) ?? word)
  return url.href
}
