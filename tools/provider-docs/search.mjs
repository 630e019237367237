import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brand, brandRules } from '../../src/pages/brand.ts'
import { attributes, html, verbatim } from '../../src/pages/html.ts'
import { gives, lasting } from './gives.mjs'

/** @import { Html } from '../../src/pages/html.ts' */
/** @import { Described } from './page.mjs' */

/**
 * What people look for: the word for a filter, the word in a row, and who has it.
 *
 * @type {Record<string, { filter: string, fact: string, has: (described: Described) => boolean }>}
 */
const abilities = {
  email: {
    filter: 'Verified email',
    fact: 'verified email',
    has: ({ config }) => ['verified', 'claimed'].includes(String(config.provides?.email)),
  },
  refresh: {
    filter: 'Refresh tokens',
    fact: 'refresh tokens',
    has: ({ config }) => lasting(config.provides?.refreshToken),
  },
  pkce: { filter: 'PKCE', fact: 'PKCE', has: (described) => gives(described).pkce === 'yes' },
  revocation: {
    filter: 'Revocation',
    fact: 'revocation',
    has: (described) => gives(described).revocation === 'yes',
  },
  logout: {
    filter: 'Federated logout',
    fact: 'federated logout',
    has: (described) => gives(described).logout === 'yes',
  },
  domain: {
    filter: 'Your own domain',
    fact: 'your own domain',
    has: ({ config }) =>
      Object.values(config.variables ?? {}).some((variable) => variable.default === undefined),
  },
}

/**
 * A page to find platforms in: by name, and by what they give. It is complete in itself, and a plain list without its script.
 *
 * @param {Described[]} alphabetical
 */
export function searchPage(alphabetical) {
  const described = popularFirst(alphabetical)
  const brands = described.map(({ config }) => brand(config.name, config.style))
  const style = text('search.css') + brandRules(brands)
  const script = text('search.js')
  const rows = described.map((one, index) => row(one, brands[index]?.mark))
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy(style, script)}">
<title>Platforms · Portico</title>
<style>${verbatim(style)}</style>
</head>
<body>
<main>
<header>
<h1>Platforms</h1>
<p>${described.length} platforms to sign in with, each one file of data. A platform that is not here can be added as
<a href="generic-oauth.md">any OAuth 2 server</a> or <a href="generic-oidc.md">any OpenID Connect server</a>;
some cannot, <a href="../providers-not-included.md">for a reason</a>.</p>
</header>
<form role="search" hidden>
<label for="name">Find a platform</label>
<input id="name" type="search" autocomplete="off" spellcheck="false" placeholder="Name or id">
<fieldset>
<legend>Only those with</legend>
${Object.entries(abilities).map(([value, { filter }]) => choice(value, filter))}</fieldset>
</form>
<p role="status"></p>
<ul>
${rows}</ul>
</main>
<script>${verbatim(script)}</script>
</body>
</html>
`
  return markup
}

/**
 * The platforms that most people have come first.
 *
 * @param {Described[]} alphabetical
 */
function popularFirst(alphabetical) {
  const place = (/** @type {Described} */ { config }) => config.button?.popular ?? 100
  return alphabetical.toSorted((one, other) => place(one) - place(other))
}

/**
 * @param {string} value
 * @param {string} words
 */
function choice(value, words) {
  return html`<label><input${attributes({ type: 'checkbox', value })}>${words}</label>
`
}

/**
 * @param {Described} described
 * @param {Html | undefined} mark
 */
function row(described, mark) {
  const { id, config } = described
  const given = Object.entries(abilities).filter(([, { has }]) => has(described))
  const gives = given.map(([value]) => value).join(' ')
  const facts = given.map(([, { fact }]) => fact).join(' · ') || 'sign-in only'
  return html`<li${attributes({ 'data-gives': gives })}>${mark}<a href="${id}.md">${config.name}</a><code>${id}</code><small>${facts}</small></li>
`
}

/** @param {string} file */
function text(file) {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
}

/**
 * Nothing is loaded, and nothing runs but what stands in the page.
 *
 * @param {string} style
 * @param {string} script
 */
function policy(style, script) {
  const [styles, scripts] = [style, script].map(
    (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`,
  )
  return `default-src 'none'; style-src ${styles}; script-src ${scripts}; img-src data:; form-action 'none'; base-uri 'none'`
}
