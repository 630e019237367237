import { variableName } from '../../src/config/environment.ts'
import { sources } from './evidence.mjs'
import { gives } from './gives.mjs'
import { registrations } from './registration.mjs'
import { quirks } from './words.mjs'

/** @import { ProviderFile } from '../providers/read.mjs' */
/** @import { PlatformFacts } from '../../src/types/dialect.ts' */
/** @import { OAuthConfig } from '../../src/types/provider.ts' */
/** @import { Profile } from '../../src/types/models.ts' */
/** @import { Registration } from './registration.mjs' */

/**
 * A provider's configuration, with a dialect even where there is none to speak of.
 *
 * @typedef {OAuthConfig<Profile> & PlatformFacts & { dialect: NonNullable<PlatformFacts['dialect']>, idToken?: boolean }} Config
 */

/**
 * The page on which each fact was read, or null where none was found.
 *
 * @typedef {Record<'endpoints' | 'clientAuth' | 'scopes' | 'pkce' | 'profile' | 'refresh' | 'revocation', string | null> & { choice?: string }} Evidence
 */

/**
 * A provider's file after it ran, with what is told of its sample.
 *
 * @typedef {ProviderFile & {
 *   config: OAuthConfig<Profile> & PlatformFacts
 *   guide: boolean
 *   evidence?: Evidence
 *   endpoints?: { revocation?: string, endSession?: string }
 *   options?: Record<string, unknown>
 *   user?: Record<string, unknown>
 * }} Described
 */

/**
 * The page of one platform.
 *
 * @param {Described} described
 */
export function page(described) {
  const config = { ...described.config, dialect: described.config.dialect ?? {} }
  return [
    `# ${config.name}`,
    ...(described.sentence ? [described.sentence] : []),
    setUp(described, config),
    whatYouGet(described),
    ...particulars(config),
    ...advice(config),
    ...sources(described),
    ...(described.guide ? [`[More about ${config.name}](../${described.id}.md)`] : []),
    `[All platforms](README.md)\n`,
  ].join('\n\n')
}

/**
 * @param {Described} described
 * @param {Config} config
 */
function setUp({ id, name, options }, config) {
  const example = registrations[id]?.example
  return `## Set up

${register(id, config)}

Set its keys in the environment:

\`\`\`sh
${(example?.environment ?? environment(id, config)).join('\n')}
\`\`\`

Add the provider:

\`\`\`ts
import { Auth } from 'porticojs'
import ${name} from 'porticojs/providers/${id}'

export const auth = Auth({ providers: [${example?.call ?? call(name, config, options)}] })
\`\`\`${variables(id, config)}`
}

/**
 * How to register an application: the steps of the platform's console, or where the platform describes them.
 *
 * @param {string} id
 * @param {Config} config
 */
function register(id, config) {
  const url = `Your callback URL is the following. Register it exactly:

\`\`\`
${callback(id)}
\`\`\``
  const registration = registrations[id]
  if (!registration) {
    return `Register an application as [the platform's documentation](${config.docs}) describes. ${url}`
  }
  return `${url}

${steps(registration)}

${config.name} describes this in [its own documentation](${registration.source}).`
}

/**
 * The way through the console of a platform.
 *
 * @param {Registration} registration
 */
export function steps({ console, url, steps }) {
  const numbered = steps.map(
    (step, n) => `${n + 1}. ${step.replaceAll('{callbackUrl}', 'your callback URL')}`,
  )
  return `Open [${console}](${url}) to register your application:\n\n${numbered.join('\n')}`
}

/** @param {string} id */
function callback(id) {
  return `https://your-app.example/api/auth/callback/${id}`
}

/**
 * @param {string} id
 * @param {Config} config
 */
export function environment(id, config) {
  const secret = config.client?.token_endpoint_auth_method !== 'private_key_jwt'
  const own = Object.entries(config.variables ?? {})
    .filter(
      ([, variable], index) => variable.default === undefined && !(variable.optional && index > 0),
    )
    .map(([name, variable]) => `${variableName(id, name)}=${variable.example}`)
  return [
    `${variableName(id, 'id')}=…`,
    ...(secret ? [`${variableName(id, 'secret')}=…`] : []),
    ...own,
  ]
}

/**
 * The provider as it stands in the example: called only where the environment cannot say everything.
 *
 * @param {string} name
 * @param {Config} config
 * @param {Record<string, unknown> | undefined} options
 */
export function call(name, config, options = {}) {
  const told = Object.keys(options).every((option) => config.variables?.[option])
  if (told) return name
  const fields = Object.entries(options).map(([key, value]) => `    ${key}: ${literal(value)},`)
  return `\n  ${name}({\n${fields.join('\n')}\n  }),\n`
}

/** @param {unknown} value @returns {string} */
function literal(value) {
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const fields = Object.entries(value).map(([key, one]) => `${key}: ${literal(one)}`)
  return `{ ${fields.join(', ')} }`
}

/**
 * @param {string} id
 * @param {Config} config
 */
function variables(id, config) {
  const rows = Object.entries(config.variables ?? {}).map(([name, variable]) => {
    const said = variable.default === undefined ? 'required' : `default: \`${variable.default}\``
    const needed = variable.optional ? 'optional' : said
    return `| \`${name}\` | \`${variableName(id, name)}\` | \`${variable.example}\` | ${needed} |`
  })
  if (rows.length === 0) return ''
  const pasted = Object.values(config.variables ?? {}).some(({ kind }) => kind !== 'word')
  return `

| option | environment | example | |
|---|---|---|---|
${rows.join('\n')}${pasted ? '\n\nIt works with or without `https://` and a trailing slash.' : ''}`
}

const fields = /** @type {const} */ ({ name: 'name', email: 'email address', image: 'picture' })

/**
 * What a platform tells about a person.
 *
 * @param {Record<string, unknown>} user
 */
export function profile(user) {
  const known = Object.entries(fields).flatMap(([field, word]) => (user[field] ? [word] : []))
  return ['id', ...known].join(', ')
}

/** @param {Described} described */
function whatYouGet(described) {
  const { user } = described
  const facts = gives(described)
  const person = user ? `| Profile | ${profile(user)} |\n` : ''
  const choice = facts.choice
    ? `\n| Choosing an account when connecting one | ${facts.choice} |`
    : ''
  return `## What you get

| | |
|---|---|
${person}| Email address | ${facts.email} |
| Refresh tokens | ${facts.refreshToken} |
| PKCE | ${facts.pkce} |
| Tokens can be revoked | ${facts.revocation} |
| Signing out of the platform | ${facts.logout} |${choice}`
}

/** @param {Config} config */
function particulars(config) {
  const lines = goodToKnow(config)
  return lines.length > 0
    ? [`## Good to know\n\n${lines.map((line) => `- ${line}`).join('\n')}`]
    : []
}

/**
 * What differs from other platforms, in sentences; in short, only what somebody meets.
 *
 * @param {Config} config
 * @param {boolean} [inShort]
 */
export function goodToKnow(config, inShort) {
  const { authorization, issuer } = config
  const parameters = typeof authorization === 'object' ? (authorization.params ?? {}) : {}
  const asked = Object.entries(parameters).map(([name, value]) => `\`${name}=${value}\``)
  return [
    ...(config.type === 'oidc' ? [`OpenID Connect, discovered at the issuer \`${issuer}\`.`] : []),
    ...(asked.length > 0
      ? [`Requests ${asked.join(', ')}. Change that with \`authorization.params\`.`]
      : []),
    ...quirks(config, inShort),
  ]
}

/** @param {Config} config */
function advice(config) {
  const rows = hints(config).map(
    ([code, hint]) => `| \`${code}\` | ${hint.replaceAll('|', '\\|')} |`,
  )
  return rows.length > 0 ? [`## When it fails\n\n| code | |\n|---|---|\n${rows.join('\n')}`] : []
}

/**
 * The platform's own error codes, each with what to do.
 *
 * @param {Config} config
 * @returns {[code: string, hint: string][]}
 */
export function hints(config) {
  return Object.entries(config.hints ?? {}).map(([code, hint]) => [
    code,
    hint.replaceAll('{callbackUrl}', `\`${callback(config.id)}\``),
  ])
}
