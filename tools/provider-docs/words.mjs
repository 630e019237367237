/** @import { Config } from './page.mjs' */

/** How the client proves itself at the token endpoint. */
const authentication = /** @type {Record<string, string>} */ ({
  client_secret_basic: 'The client authenticates with HTTP Basic.',
  client_secret_post: 'The client id and secret are sent in the body of token requests.',
  client_secret_jwt: 'The client authenticates with an assertion signed with its secret.',
  private_key_jwt: 'The client authenticates with an assertion signed with its private key.',
  none: 'Token requests contain no client secret.',
})

/**
 * One row per word of the dialect that only the engine deals with: the sentence it becomes, or nothing where the platform keeps to the
 * standard.
 *
 * @type {((config: Config) => string | false | undefined)[]}
 */
const onTheWire = [
  ({ client }) =>
    authentication[String(client?.token_endpoint_auth_method ?? 'client_secret_basic')],
  ({ dialect: { clientId } }) => clientId && `The client id is called \`${clientId}\`.`,
  ({ dialect: { clientSecret } }) =>
    clientSecret && `The client secret is called \`${clientSecret}\`.`,
  ({ dialect: { scopes } }) => scopes === 'comma' && 'Granted scopes are separated by commas.',
  ({ dialect: { scopes } }) => scopes === 'list' && 'Granted scopes come as a JSON list.',
  ({ dialect: { code } }) => code && `The callback brings the code as \`${code}\`.`,
  ({ dialect: { challenge } }) => challenge === 'hex' && 'The PKCE challenge is hexadecimal.',
  ({ dialect: { token } }) => token?.body === 'json' && 'Token requests are JSON.',
  ({ dialect: { token } }) =>
    token?.names &&
    `Token requests and responses use the platform's own names: ${renamed(token.names)}.`,
  ({ dialect: { token } }) => token?.at && `Tokens come wrapped in \`${token.at}\`.`,
  ({ dialect: { token } }) => token?.type && 'Token responses have no `token_type`.',
  ({ dialect: { token } }) =>
    token?.refreshExpiresIn && 'Token responses say when the refresh token expires.',
  ({ dialect: { token } }) =>
    token?.callback &&
    `Token requests repeat parameters of the callback: ${names(token.callback)}.`,
  ({ dialect: { refresh } }) => refresh?.url && `Tokens are refreshed at \`${refresh.url}\`.`,
  ({ dialect: { userinfo } }) =>
    userinfo?.method === 'POST' && 'The profile is requested with POST.',
  ({ dialect: { userinfo } }) =>
    userinfo?.headers && `The profile is requested with the header ${headers(userinfo.headers)}.`,
  ({ dialect: { userinfo } }) => userinfo?.bearer && bearer(userinfo.bearer),
  ({ dialect: { userinfo } }) =>
    userinfo?.emails &&
    'Email addresses come from a separate endpoint, with whether each is verified.',
  ({ dialect: { profile } }) =>
    profile === 'tokens' && 'There is no profile endpoint: the token response describes the user.',
  ({ dialect: { profile } }) =>
    profile === 'id_token' && 'There is no profile endpoint: the id token describes the user.',
  ({ dialect: { failure } }) =>
    failure && `Errors can come inside a successful response, at \`${failure.code}\`.`,
  ({ dialect: { subject } }) =>
    subject && 'Tokens and profile both contain the user’s id, and must match.',
  ({ dialect: { tenant } }) =>
    tenant && `The issuer is checked per tenant, by the claim \`${tenant}\`.`,
  ({ dialect: { callbackScopes } }) =>
    callbackScopes && `The callback lists the granted scopes as \`${callbackScopes}\`.`,
  ({ token }) => isHandled(token) && 'Tokens need custom requests, which Portico sends.',
  ({ userinfo }) =>
    isHandled(userinfo) && 'The profile needs custom requests, which Portico sends.',
  ({ type, idToken }) =>
    type === 'oidc' &&
    idToken === false &&
    'The profile comes from the userinfo endpoint, not from the id token.',
  ({ endSession }) =>
    typeof endSession === 'object' &&
    endSession.returnTo &&
    `The parameter for the URL to return to after signing out is \`${endSession.returnTo}\`.`,
]

/**
 * The same for words that whoever runs the application, or signs in, meets.
 *
 * @type {((config: Config) => string | false | undefined)[]}
 */
const noticed = [
  ({ checks }) => checks?.includes('none') && 'The platform can’t return a `state`.',
  ({ dialect: { token } }) =>
    token?.body === 'query' &&
    'Tokens are requested with GET, so the client secret is in the URL: keep it out of proxy logs.',
  ({ dialect: { userinfo } }) =>
    userinfo?.fields && 'Only fields whose scope the user granted are requested.',
  ({ dialect: { callbackProfile } }) =>
    callbackProfile && 'The name comes only with the first sign-in.',
  ({ callback }) =>
    callback?.http === 'never' && 'Callback URLs must use https, also in development.',
  ({ callback }) =>
    callback?.http === 'loopback' && 'Callback URLs must use https, except on your own machine.',
  ({ callback }) =>
    callback?.refuses === 'localhost' &&
    'The platform refuses `localhost`: develop on `http://127.0.0.1`, with the port.',
  ({ callback }) =>
    callback?.refuses === 'nameless' &&
    'The platform refuses localhost and IP addresses in callback URLs.',
  ({ callback, checkCallback }) =>
    (callback || checkCallback) && 'Portico reports a callback URL that the platform would refuse.',
  ({ signClientSecret }) =>
    signClientSecret && 'Portico signs a new client secret before the old one expires.',
  ({ method }) =>
    method &&
    'paths' in method &&
    Object.hasOwn(Object(method.paths), 'webhook') &&
    'Webhooks are supported, and their signatures checked.',
]

/**
 * What is particular about a platform, in sentences; in short, only what somebody meets.
 *
 * @param {Config} config
 * @param {boolean} [inShort]
 * @returns {string[]}
 */
export function quirks(config, inShort = false) {
  const rows = inShort ? noticed : [...onTheWire, ...noticed]
  return rows.map((row) => row(config)).filter((sentence) => typeof sentence === 'string')
}

/** @param {string | object | undefined} endpoint */
function isHandled(endpoint) {
  return typeof endpoint === 'object' && ('request' in endpoint || 'conform' in endpoint)
}

/** @param {readonly string[]} list */
function names(list) {
  return list.map((name) => `\`${name}\``).join(', ')
}

/** @param {Readonly<Record<string, string>>} words */
function renamed(words) {
  return names(Object.values(words))
}

/** @param {Record<string, string>} fields */
function headers(fields) {
  return Object.entries(fields)
    .map(([name, value]) => `\`${name}: ${value}\``)
    .join(', ')
}

/** @param {Record<string, string>} place */
function bearer({ scheme, header, query }) {
  if (query) return `The access token is sent as the query parameter \`${query}\`.`
  if (header) return `The access token is sent in the header \`${header}\`.`
  return `The access token is sent as \`Authorization: ${scheme} …\`.`
}
