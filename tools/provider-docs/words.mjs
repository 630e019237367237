/** @import { Config } from './page.mjs' */

/** How the client proves itself at the token endpoint. */
const authentication = /** @type {Record<string, string>} */ ({
  client_secret_basic: 'The client authenticates with HTTP Basic.',
  client_secret_post: 'The client id and secret travel in the body of token requests.',
  client_secret_jwt: 'The client authenticates with an assertion that its secret signs.',
  private_key_jwt: 'The client authenticates with an assertion that its private key signs.',
  none: 'Token requests carry no client secret.',
})

/**
 * One row per word of the dialect: the sentence it becomes, or nothing where the platform keeps to the standard.
 *
 * @type {((config: Config) => string | false | undefined)[]}
 */
const rows = [
  ({ client }) =>
    authentication[String(client?.token_endpoint_auth_method ?? 'client_secret_basic')],
  ({ checks }) => checks?.includes('none') && 'The platform cannot return a `state`.',
  ({ dialect: { clientId } }) => clientId && `The client id is called \`${clientId}\`.`,
  ({ dialect: { clientSecret } }) =>
    clientSecret && `The client secret is called \`${clientSecret}\`.`,
  ({ dialect: { scopes } }) => scopes === 'comma' && 'Granted scopes are listed with commas.',
  ({ dialect: { scopes } }) => scopes === 'list' && 'Granted scopes come as a JSON list.',
  ({ dialect: { code } }) => code && `The callback brings the code as \`${code}\`.`,
  ({ dialect: { challenge } }) =>
    challenge === 'hex' && 'The PKCE challenge is written in hexadecimal.',
  ({ dialect: { token } }) => token?.body === 'json' && 'Token requests are written in JSON.',
  ({ dialect: { token } }) =>
    token?.body === 'query' &&
    'Tokens are asked for with GET, so that the client secret stands in the address: keep it out of the logs of proxies.',
  ({ dialect: { token } }) =>
    token?.names &&
    `Tokens are asked for and answered in the platform's own words: ${renamed(token.names)}.`,
  ({ dialect: { token } }) => token?.at && `Tokens come wrapped in \`${token.at}\`.`,
  ({ dialect: { token } }) => token?.type && 'The platform does not name the type of its tokens.',
  ({ dialect: { token } }) =>
    token?.refreshExpiresIn && 'The platform says when its refresh tokens expire.',
  ({ dialect: { token } }) =>
    token?.callback && `Token requests repeat what the callback says: ${names(token.callback)}.`,
  ({ dialect: { refresh } }) => refresh?.url && `Tokens are refreshed at \`${refresh.url}\`.`,
  ({ dialect: { userinfo } }) =>
    userinfo?.method === 'POST' && 'The profile is asked for with POST.',
  ({ dialect: { userinfo } }) =>
    userinfo?.headers && `The profile is asked for with the header ${headers(userinfo.headers)}.`,
  ({ dialect: { userinfo } }) => userinfo?.bearer && bearer(userinfo.bearer),
  ({ dialect: { userinfo } }) =>
    userinfo?.fields && 'Only those fields are asked for whose scope the person granted.',
  ({ dialect: { userinfo } }) =>
    userinfo?.emails &&
    'E-mail addresses are listed at an address of their own, with the word on whether they were proven.',
  ({ dialect: { profile } }) =>
    profile === 'tokens' &&
    'There is no profile to ask for: the token answer describes the person.',
  ({ dialect: { profile } }) =>
    profile === 'id_token' && 'There is no profile to ask for: the id token describes the person.',
  ({ dialect: { failure } }) =>
    failure && `A refusal may come inside a successful answer, at \`${failure.code}\`.`,
  ({ dialect: { subject } }) =>
    subject && 'Tokens and profile both name the person, and are refused if they differ.',
  ({ dialect: { tenant } }) =>
    tenant && `The issuer is checked per tenant, by the claim \`${tenant}\`.`,
  ({ dialect: { callbackScopes } }) =>
    callbackScopes && `The callback lists the granted scopes as \`${callbackScopes}\`.`,
  ({ dialect: { callbackProfile } }) =>
    callbackProfile && 'The name comes with the first sign-in only.',
  ({ token }) => isHandled(token) && 'Tokens need requests of their own, which Portico brings.',
  ({ userinfo }) =>
    isHandled(userinfo) && 'The profile needs requests of its own, which Portico brings.',
  ({ type, idToken }) =>
    type === 'oidc' &&
    idToken === false &&
    'The profile comes from the user-info endpoint, not from the id token.',
  ({ endSession }) =>
    typeof endSession === 'object' &&
    endSession.returnTo &&
    `The address to return to after signing out there is called \`${endSession.returnTo}\`.`,
  ({ callback }) =>
    callback?.http === 'never' &&
    'Callback addresses begin with `https://`, on your own machine too.',
  ({ callback }) =>
    callback?.http === 'loopback' &&
    'Callback addresses begin with `https://`, except on your own machine.',
  ({ callback }) =>
    callback?.refuses === 'localhost' &&
    'The name `localhost` is refused: develop at `http://127.0.0.1`, with the port.',
  ({ callback }) =>
    callback?.refuses === 'nameless' &&
    'Addresses of your own machine and numbers in the place of names are refused.',
  ({ callback, checkCallback }) =>
    (callback || checkCallback) &&
    'A callback address that would be refused is named before the platform refuses it.',
  ({ signClientSecret }) =>
    signClientSecret && 'The client secret is signed anew before it expires.',
  ({ webhook }) => webhook && 'Webhooks are understood and their signatures checked.',
]

/**
 * What is particular about a platform, in sentences.
 *
 * @param {Config} config
 * @returns {string[]}
 */
export function quirks(config) {
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
  if (query) return `The access token travels as the query parameter \`${query}\`.`
  if (header) return `The access token travels in the header \`${header}\`.`
  return `The access token travels as \`Authorization: ${scheme} …\`.`
}
