import { lasting } from './gives.mjs'

/** @import { Described, Evidence } from './page.mjs' */

/** What each fact is called, and whether Portico relies on it. */
const facts =
  /** @type {Record<keyof Evidence, { words: string, needed: (config: Described['config']) => boolean }>} */ ({
    endpoints: { words: 'addresses', needed: () => true },
    clientAuth: { words: 'how the client authenticates', needed: () => true },
    scopes: { words: 'scopes', needed: asksForScope },
    pkce: { words: 'PKCE', needed: ({ checks }) => (checks ?? ['pkce']).includes('pkce') },
    profile: { words: 'the profile', needed: () => true },
    refresh: {
      words: 'refreshing tokens',
      needed: ({ provides }) => lasting(provides?.refreshToken),
    },
    revocation: {
      words: 'revoking tokens',
      needed: ({ revocation }) => revocation !== undefined,
    },
  })

/**
 * What Portico relies on although no page was found that says it.
 *
 * @param {Described} described
 * @returns {string[]}
 */
export function unconfirmed({ config, evidence }) {
  return entries(evidence)
    .filter(([, address, { needed }]) => address === null && needed(config))
    .map(([, , { words }]) => words)
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
    if (address !== null) pages.set(address, [...(pages.get(address) ?? []), words])
  }
  const found = [...pages].map(
    ([address, words]) => `- [${label(address)}](${address}): ${list(words)}`,
  )
  const doubtful = unconfirmed(described)
  const unused = entries(evidence)
    .filter(([, address, { needed }]) => address === null && !needed(config))
    .map(([, , { words }]) => words)
  const lines = [
    ...found,
    ...(doubtful.length > 0
      ? [`- Not confirmed by any page that was found: ${list(doubtful)}`]
      : []),
    ...(unused.length > 0
      ? [`- Nothing was found on ${list(unused)}, and nothing relies on it`]
      : []),
  ]
  return [`## Where this was read\n\n${lines.join('\n')}`]
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
  return known.map((fact) => [fact, evidence[fact] ?? null, facts[fact]])
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
