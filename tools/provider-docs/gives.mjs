/** @import { Config } from './page.mjs' */

const emails = /** @type {Record<string, string>} */ ({
  verified: 'yes, always proven',
  claimed: 'yes, and whether it was proven',
  unverified: 'yes, but nobody knows whether it was proven',
  false: 'no',
})

/**
 * What a platform gives, in the words of its page and of the overview.
 *
 * @typedef {object} Gives
 * @property {string} email
 * @property {string} refreshToken
 * @property {string} pkce
 * @property {string} revocation
 * @property {string} logout
 */

/**
 * @param {Config} config
 * @returns {Gives}
 */
export function gives({ type, gives: facts, checks, revocation, endSession }) {
  const discovered = type === 'oidc' ? 'if its discovery document says so' : 'no'
  return {
    email: emails[String(facts?.email)] ?? 'unknown',
    refreshToken: refresh(facts?.refreshToken),
    pkce: (checks ?? ['pkce']).includes('pkce') ? 'yes' : 'no',
    revocation: revocation ? 'yes' : discovered,
    logout: endSession ? 'yes' : discovered,
  }
}

/** @param {boolean | Record<string, string> | undefined} answer */
function refresh(answer) {
  if (typeof answer !== 'object') return answer ? 'yes' : 'no'
  const parameters = Object.entries(answer).map(([name, value]) => `\`${name}=${value}\``)
  return `with ${parameters.join(' and ')}`
}
