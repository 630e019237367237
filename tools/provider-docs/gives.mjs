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
 * @property {string | undefined} choice
 */

/**
 * @param {Described} described
 * @returns {Gives}
 */
export function gives({ config, endpoints }) {
  const { type, provides: facts, checks, revocation, endSession, accountChoice } = config
  const discovered = type === 'oidc' ? 'if its discovery document lists it' : 'no'
  return {
    email: emails[String(facts?.email)] ?? 'unknown',
    refreshToken: refresh(facts?.refreshToken),
    pkce: (checks ?? ['pkce']).includes('pkce') ? 'yes' : 'no',
    revocation: revocation || endpoints?.revocation ? 'yes' : discovered,
    logout: endSession || endpoints?.endSession ? 'yes' : discovered,
    choice: accountChoice && withParameters(accountChoice),
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
  return withParameters(answer)
}

/** @param {Readonly<Record<string, string>>} parameters */
function withParameters(parameters) {
  const written = Object.entries(parameters).map(([name, value]) => `\`${name}=${value}\``)
  return `with ${written.join(' and ')}`
}
