import { lasting } from './gives.mjs'
import { isOfficial } from './official.mjs'

/** @import { Described, Evidence } from './page.mjs' */

/** What each fact is called, and whether Portico relies on it. */
const facts =
  /** @type {Record<keyof Evidence, { words: string, needed: (config: Described['config']) => boolean }>} */ ({
    endpoints: { words: 'endpoints', needed: () => true },
    clientAuth: { words: 'client authentication', needed: () => true },
    scopes: { words: 'scopes', needed: asksForScope },
    pkce: { words: 'PKCE', needed: ({ checks }) => (checks ?? ['pkce']).includes('pkce') },
    profile: { words: 'profile', needed: () => true },
    refresh: {
      words: 'refreshing tokens',
      needed: ({ provides }) => lasting(provides?.refreshToken),
    },
    revocation: {
      words: 'revoking tokens',
      needed: ({ revocation }) => revocation !== undefined,
    },
    choice: {
      words: 'choosing an account',
      needed: ({ accountChoice }) => accountChoice !== undefined,
    },
  })

/**
 * What Portico relies on although no page was found that says it.
 *
 * @param {Described} described
 * @returns {string[]}
 */
function unconfirmed({ config, evidence }) {
  return entries(evidence)
    .filter(([, address, { needed }]) => address === null && needed(config))
    .map(([, , { words }]) => words)
}

/**
 * What Portico relies on and only others write about.
 *
 * @param {Described} described
 * @returns {string[]}
 */
function toldByOthers(described) {
  return entries(described.evidence)
    .filter(([, address, { needed }]) => address !== null && needed(described.config))
    .filter(([, address]) => !isOfficial(String(address), described))
    .map(([, , { words }]) => words)
}

/**
 * Whether the platform's own documentation says everything that Portico relies on.
 *
 * @param {Described} described
 */
export function isConfirmed(described) {
  return (
    described.evidence !== undefined &&
    unconfirmed(described).length + toldByOthers(described).length === 0
  )
}

/**
 * The section that says which page each fact was read on.
 *
 * @param {Described} described
 * @returns {string[]}
 */
export function sources(described) {
  const { config, evidence } = described
  if (!evidence) return []
  /** @type {Map<string, string[]>} */
  const pages = new Map()
  for (const [, address, { words }] of entries(evidence)) {
    if (address !== null && isOfficial(address, described)) {
      pages.set(address, [...(pages.get(address) ?? []), words])
    }
  }
  const found = [...pages].map(
    ([address, words]) => `- [${label(address)}](${address}): ${list(words)}`,
  )
  const unused = entries(evidence)
    .filter(([, address, { needed }]) => address === null && !needed(config))
    .map(([, , { words }]) => words)
  const lines = [
    ...found,
    ...line('Known from other sources, not from the platform: ', toldByOthers(described)),
    ...line('Not confirmed by any page that was found: ', unconfirmed(described)),
    ...line('Not documented, and not needed: ', unused),
  ]
  return [`## Sources\n\n${lines.join('\n')}`]
}

/**
 * @param {string} start
 * @param {string[]} words
 */
function line(start, words) {
  return words.length > 0 ? [`- ${start}${list(words)}`] : []
}

/** @param {Described['config']} config */
function asksForScope({ type, authorization }) {
  const parameters = typeof authorization === 'object' ? authorization.params : undefined
  return type === 'oidc' || parameters?.scope !== undefined
}

/**
 * @param {Evidence | undefined} evidence
 * @returns {[fact: string, address: string | null, about: (typeof facts)[keyof Evidence]][]}
 */
function entries(evidence) {
  if (!evidence) return []
  const known = /** @type {(keyof Evidence)[]} */ (Object.keys(facts))
  return known
    .filter((fact) => Object.hasOwn(evidence, fact))
    .map((fact) => [fact, evidence[fact] ?? null, facts[fact]])
}

/** @param {string[]} words */
function list(words) {
  return words.join(', ')
}

/**
 * An address as people would say it.
 *
 * @param {string} address
 */
function label(address) {
  const { hostname, pathname } = new URL(address)
  const host = hostname.replace(/^www\./, '')
  const path = pathname.replace(/\/+$/, '')
  const whole = host + path
  return whole.length <= 60 ? whole : `${host}/…/${path.split('/').at(-1)}`
}
