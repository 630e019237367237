import { unconfirmed } from './evidence.mjs'
import { gives } from './gives.mjs'

/** @import { Described } from './page.mjs' */

const emails = /** @type {Record<string, string>} */ ({
  verified: 'proven',
  claimed: 'says whether proven',
  unverified: 'not proven',
  false: '–',
})

/**
 * The overview of all platforms.
 *
 * @param {Described[]} described
 */
export function overview(described) {
  const certain = described.filter((one) => one.evidence && unconfirmed(one).length === 0)
  return `# Platforms

${described.length} platforms, each described by one file of data in \`src/providers\`. A platform that is not here can be
added with [any OAuth 2 server](generic-oauth.md) or [any OpenID Connect server](generic-oidc.md), and some cannot be added
[for a reason](../providers-not-included.md). To search and to filter, open [index.html](index.html) in a browser.

For ${certain.length} of them, everything that Portico relies on was found written down, by the platform itself or by others; each page names
where, and what was not confirmed.

Each has a door of its own, \`portico/providers/tiktok\`. An application with many takes them from one,
\`import { GitHub, Google, TikTok } from 'portico/providers'\`: that is a single file, so it starts faster than a file for each. Bundlers
keep what is used, from either.

Every id, and every person's id at a platform, is the one that Auth.js uses: registered callback addresses and stored accounts
stay valid. Two platforms are new in this respect, because sign-in with them could not work there: \`netsuite\` and \`threads\`.

To sign somebody out of the platform as well, send its id with the sign-out form: \`provider=keycloak\`. Portico ends its own
session first, then sends the person to the platform, which sends them back. Register the address to return to there.

| platform | id | e-mail address | refresh tokens | PKCE | revoking | signing out there | own address |
|---|---|---|---|---|---|---|---|
${described.map(row).join('\n')}
`
}

/** @param {Described} described */
function row(described) {
  const { id, config } = described
  const facts = gives(described)
  const email = emails[String(config.provides?.email)] ?? '?'
  const own = Object.keys(config.variables ?? {}).map((name) => `\`${name}\``)
  const cells = [
    `[${config.name}](${id}.md)`,
    `\`${id}\``,
    email,
    facts.refreshToken === 'no' ? '–' : facts.refreshToken,
    facts.pkce === 'yes' ? 'yes' : '–',
    { yes: 'yes', no: '–' }[facts.revocation] ?? 'discovered',
    { yes: 'yes', no: '–' }[facts.logout] ?? 'discovered',
    own.join(', ') || '–',
  ]
  return `| ${cells.join(' | ')} |`
}
