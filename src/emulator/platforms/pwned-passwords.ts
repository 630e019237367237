import { text } from '../reply.ts'
import type { Answer, Platform } from '../types.ts'
import { rowsOf } from './pwned-passwords/ranges.ts'

const range = 'https://api.pwnedpasswords.com/range/'

/**
 * A practice Pwned Passwords, the list of breached passwords of Have I Been Pwned. It has a few hundred common ones. It refuses requests
 * with more than five digits of a hash, and those without padding, whose answers would reveal something by their length.
 *
 * @see https://haveibeenpwned.com/API/v3#PwnedPasswords
 */
export function pwnedPasswords(): Platform {
  return {
    id: 'pwned-passwords',
    name: 'Pwned Passwords',
    apps: [],
    personas: [],
    endpoints: [
      {
        name: 'range',
        url: `${range}*`,
        methods: ['GET'],
        answer: answerRange,
        // Five digits of a hash are enough to test guesses, so requests are not recorded.
        quiet: true,
        faults: { unavailable: () => text('Service unavailable', 503) },
      },
    ],
    missing: () => text('Practice Pwned Passwords has no such address.', 404),
  }
}

const answerRange: Answer = async ({ url, headers, context }) => {
  const prefix = url.href.slice(range.length)
  if (!/^[\da-f]{5}$/i.test(prefix)) {
    return text('The hash prefix was not in a valid format', 400)
  }
  if (!headers.get('user-agent')) return text('A user agent is required', 403)
  if (headers.get('add-padding') !== 'true') {
    return text('Practice Pwned Passwords demands `Add-Padding: true`.', 400)
  }
  return text((await rowsOf(prefix.toUpperCase(), context.seed)).join('\r\n'))
}
