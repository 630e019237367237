import { sha256 } from '../crypto/hash.ts'
import { AuthError, type AuthErrorCode } from '../errors.ts'
import type { Awaitable } from '../types/models.ts'
import type { AuthjsCallbacks } from './config.ts'

/** The longest message that was written for a page. What is longer was written for a log. */
const longestWord = 100

/**
 * In version 4 the message of an error that the application throws reaches its page as `error`: `second-factor-required`. Only a plain
 * `Error` of one line counts, because those of databases tell what is nobody's business.
 */
async function asRefusal(code: AuthErrorCode, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Error) || Object.getPrototypeOf(thrown) !== Error.prototype) return thrown
  const { message, cause } = thrown
  if (!message || message.length > longestWord || message.includes('\n') || cause) return thrown
  const reason = await keepWord(message)
  return new AuthError(code, 'The application refused, and said why', { reason, cause: thrown })
}

/** Sentences by what stands for them until the answer is written: an address of ours has room for a word only. */
const sentences = new Map<string, string>()
/** An application says a few things; one that makes sentences up must not fill the memory. */
const maxSentences = 100

async function keepWord(message: string): Promise<string> {
  if (/^[\w-]{1,60}$/.test(message)) return message
  const word = `said-${(await sha256(message)).slice(0, 40)}`
  if (sentences.size >= maxSentences) sentences.clear()
  sentences.set(word, message)
  return word
}

/** A function of the application, whose errors become refusals that say why. */
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

/** The callbacks of version 4, whose errors are words for the page. */
export function version4Callbacks(callbacks: AuthjsCallbacks = {}): AuthjsCallbacks {
  const { signIn } = callbacks
  return signIn
    ? { ...callbacks, signIn: refusingInWords(signIn.bind(callbacks), 'AccessDenied') }
    : callbacks
}

/** The codes that stand for a word of the application. */
const refusals: ReadonlySet<string | null> = new Set(['CredentialsSignin', 'AccessDenied'])

/** An address that says by `error` what the application said, as version 4 does. Ours says the kind, and the word beside it. */
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
