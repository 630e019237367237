import { isConfirmed } from './evidence.mjs'
import { gives } from './gives.mjs'
import { section } from './section.mjs'

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

Each of these ${described.length} platforms has a section that says where to register, and which variables and errors it has. Add any other with
[any OAuth 2 server](#generic-oauth) or [any OpenID Connect server](#generic-oidc); a few
can't be added (\`docs/providers-not-included.md\` of the repository). To search and filter, open \`docs/providers/index.html\` there
in a browser.

For ${certain.length} of them, the platform's own documentation confirms everything that Portico relies on. Each platform has a page beside this one
in the repository, which links to it and lists what it doesn't confirm. The package has this page alone.

Each platform has its own entry point, such as \`porticojs/providers/tiktok\`. If you use many, import them from one file, which loads
faster: \`import { GitHub, Google, TikTok } from 'porticojs/providers'\`. Bundlers keep only what you use, either way.

Provider ids and users' account ids are the same as in Auth.js, so registered callback URLs and stored accounts stay valid. The
exceptions are \`netsuite\` and \`threads\`, which don't work there.

To sign users out of the platform as well, add its id to the sign-out form: \`provider=keycloak\`. Portico ends its own session, then
redirects to the platform, which redirects back. Register the URL to return to at the platform.

| platform | id | email address | refresh tokens | PKCE | revocation | sign-out | required options |
|---|---|---|---|---|---|---|---|
${described.map(row).join('\n')}

## Each platform

Register an application at the platform, with the callback URL \`https://your-app.example/api/auth/callback/<id>\`, exactly. Set its keys in the
environment, as \`AUTH_<ID>_ID\` and \`AUTH_<ID>_SECRET\` (such as \`AUTH_CLICK_UP_ID\`) unless its section has others, and add the provider:
\`npx porticojs providers <id>\` prints both for your address. Change what is requested with \`authorization.params\`.

${described.map(section).join('\n\n')}
`
}

/** @param {Described} described */
function row(described) {
  const { id, config } = described
  const facts = gives(described)
  const email = emails[String(config.provides?.email)] ?? '?'
  const own = Object.keys(config.variables ?? {}).map((name) => `\`${name}\``)
  const cells = [
    `[${config.name}](#${id})`,
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
