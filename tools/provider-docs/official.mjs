/**
 * Where platforms publish documentation besides their own domains: repositories and sites of the same company. Nothing else is
 * cited on a platform's page.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const elsewhere = {
  airtable: ['github.com/Airtable/'],
  asana: ['github.com/Asana/'],
  asgardeo: ['github.com/wso2/'],
  atlassian: ['github.com/atlassian/'],
  auth0: ['github.com/auth0/'],
  authentik: ['github.com/goauthentik/'],
  'azure-ad': ['github.com/MicrosoftDocs/'],
  'azure-ad-b2c': ['github.com/MicrosoftDocs/'],
  'azure-devops': ['github.com/MicrosoftDocs/'],
  beyondidentity: ['github.com/gobeyondidentity/'],
  'boxyhq-saml': ['github.com/ory/'],
  codeberg: ['forgejo.codeberg.page/', 'github.com/go-gitea/'],
  cognito: ['github.com/awsdocs/'],
  deviantart: ['deviantart.readme.io/'],
  digitalocean: ['github.com/digitalocean/'],
  dingtalk: ['github.com/aliyun/'],
  discord: ['github.com/discord/'],
  dropbox: ['github.com/dropbox/', 'dropbox.github.io/', 'dropbox.tech/'],
  'duende-identity-server6': ['github.com/DuendeSoftware/'],
  eveonline: ['docs.esi.evetech.net/', 'github.com/esi/'],
  feishu: ['github.com/larksuite/', 'open.larkoffice.com/'],
  figma: ['github.com/figma/'],
  forgejo: ['github.com/go-gitea/'],
  freshbooks: ['github.com/freshbooks/'],
  fusionauth: ['github.com/FusionAuth/'],
  'generic-oauth': ['ietf.org/'],
  'generic-oidc': ['www.ietf.org/'],
  gitea: ['github.com/go-gitea/'],
  github: ['github.com/github/', 'docs.github.com/'],
  gitlab: ['github.com/gitlabhq/'],
  google: ['github.com/googleapis/'],
  gumroad: ['github.com/antiwork/'],
  heroku: ['github.com/heroku/'],
  huggingface: ['github.com/huggingface/'],
  hydra: ['github.com/ory/'],
  'identity-server4': ['github.com/IdentityServer/'],
  instagram: ['developers.facebook.com/'],
  intuit: ['github.com/intuit/'],
  keycloak: ['github.com/keycloak/'],
  kick: ['github.com/KickEngineering/'],
  kinde: ['github.com/kinde-oss/'],
  lark: ['open.larkoffice.com/', 'open.feishu.cn/', 'github.com/larksuite/'],
  linkedin: ['learn.microsoft.com/en-us/linkedin/'],
  logto: ['github.com/logto-io/'],
  mailru: ['id.vk.ru/'],
  mastodon: ['github.com/mastodon/'],
  mattermost: ['github.com/mattermost/'],
  medium: ['github.com/Medium/'],
  'microsoft-entra-id': ['github.com/MicrosoftDocs/'],
  microsoft: ['github.com/MicrosoftDocs/'],
  naver: ['github.com/naver/'],
  netlify: ['github.com/netlify/'],
  nextcloud: ['github.com/nextcloud/'],
  okta: ['github.com/okta/'],
  orcid: ['github.com/ORCID/'],
  osso: ['github.com/enterprise-oss/'],
  osu: ['github.com/ppy/'],
  patreon: ['github.com/Patreon/'],
  paypal: ['github.com/paypal/'],
  pinterest: ['github.com/pinterest/'],
  pipedrive: ['github.com/pipedrive/'],
  polar: ['github.com/polarsource/'],
  railway: ['github.com/railwayapp/'],
  reddit: ['github.com/reddit-archive/'],
  roblox: ['github.com/Roblox/'],
  shopify: ['github.com/Shopify/'],
  snapchat: ['github.com/Snapchat/'],
  strava: ['github.com/strava/'],
  stripe: ['github.com/stripe/'],
  threads: ['github.com/fbsamples/'],
  todoist: ['github.com/Doist/', 'doist.github.io/'],
  trakt: ['github.com/trakt/'],
  tumblr: ['github.com/tumblr/'],
  twitter: ['github.com/xdevplatform/'],
  'united-effects': ['github.com/UnitedEffects/'],
  vipps: ['github.com/vippsas/'],
  vk: ['github.com/VKCOM/'],
  webex: ['github.com/WebexSamples/'],
  wikimedia: ['github.com/wikimedia/'],
  wordpress: ['github.com/Automattic/'],
  workos: ['github.com/workos/'],
  xero: ['github.com/XeroAPI/'],
  zitadel: ['github.com/zitadel/'],
}

/** Hosts where anybody publishes; that a platform has an address there says nothing about the other ones. */
const shared = new Set(['github.com', 'github.io', 'readme.io', 'atlassian.net'])

/**
 * Whether a page is the platform's own: on a domain that its addresses are on, or where the same company documents it.
 *
 * @param {string} address
 * @param {{ id: string, config: object, endpoints?: object }} described
 */
export function isOfficial(address, { id, config, endpoints }) {
  const { hostname } = new URL(address)
  const bare = address.slice('https://'.length)
  if ((elsewhere[id] ?? []).some((place) => bare.startsWith(place))) return true
  const domain = domainOf(hostname)
  return !shared.has(domain) && ownDomains({ ...config, ...endpoints }).has(domain)
}

/** @param {object} config */
function ownDomains(config) {
  const hosts = JSON.stringify(config).matchAll(/https:\/\/([\w.-]+)/g)
  return new Set(Array.from(hosts, ([, host = '']) => domainOf(host)))
}

/** @param {string} host */
function domainOf(host) {
  const labels = /\.(ac|co|com|gov|org)\.\w\w$/.test(host) ? 3 : 2
  return host.split('.').slice(-labels).join('.')
}
