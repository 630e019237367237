import { isConfirmed } from './evidence.mjs'
import { gives } from './gives.mjs'

/** @import { Described } from './page.mjs' */

const emails = /** @type {Record<string, string>} */ ({
  verified: 'verified',
  claimed: 'says whether verified',
  unverified: 'unverified',
  false: '–',
})

/**
 * The overview of all platforms.
 *
 * @param {Described[]} described
 */
export function overview(described) {
  const certain = described.filter(isConfirmed)
  return `# Platforms

${described.length} platforms, each described by one file of data in \`src/providers\`. Add any other with
[any OAuth 2 server](generic-oauth.md) or [any OpenID Connect server](generic-oidc.md); a few
[can't be added](../providers-not-included.md). To search and filter, open \`docs/providers/index.html\` of
the repository in a browser.

For ${certain.length} of them, the platform's own documentation confirms everything that Portico relies on. Each page links to it, and
lists what it doesn't confirm.

Each platform has its own entry point, such as \`porticojs/providers/tiktok\`. If you use many, import them from one file, which loads
faster: \`import { GitHub, Google, TikTok } from 'porticojs/providers'\`. Bundlers keep only what you use, either way.

Provider ids and users' account ids are the same as in Auth.js, so registered callback URLs and stored accounts stay valid. The
exceptions are \`netsuite\` and \`threads\`, which don't work there.

To sign users out of the platform as well, add its id to the sign-out form: \`provider=keycloak\`. Portico ends its own session, then
redirects to the platform, which redirects back. Register the URL to return to at the platform.

| platform | id | email address | refresh tokens | PKCE | revocation | sign-out | required options |
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
