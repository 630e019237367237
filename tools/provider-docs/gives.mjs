/** @import { Described } from './page.mjs' */

const emails = /** @type {Record<string, string>} */ ({
  verified: 'yes, always verified',
  claimed: 'yes, and whether it is verified',
  unverified: 'yes, but the platform doesn’t say whether it is verified',
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
 * @param {Described} described
 * @returns {Gives}
 */
export function gives({ config, endpoints }) {
  const { type, provides: facts, checks, revocation, endSession } = config
  const discovered = type === 'oidc' ? 'if its discovery document lists it' : 'no'
  return {
    email: emails[String(facts?.email)] ?? 'unknown',
    refreshToken: refresh(facts?.refreshToken),
    pkce: (checks ?? ['pkce']).includes('pkce') ? 'yes' : 'no',
    revocation: revocation || endpoints?.revocation ? 'yes' : discovered,
    logout: endSession || endpoints?.endSession ? 'yes' : discovered,
  }
}

/**
 * Whether refresh tokens come at all.
 *
 * @param {boolean | Record<string, string> | undefined} answer
 */
export function lasting(answer) {
  return answer !== undefined && answer !== false
}

/** @param {boolean | Record<string, string> | undefined} answer */
function refresh(answer) {
  if (typeof answer !== 'object') return answer ? 'yes' : 'no'
  const parameters = Object.entries(answer).map(([name, value]) => `\`${name}=${value}\``)
  return `with ${parameters.join(' and ')}`
}
