import FortyTwo from '@auth/core/providers/42-school'
import Apple from '@auth/core/providers/apple'
import Asgardeo from '@auth/core/providers/asgardeo'
import Atlassian from '@auth/core/providers/atlassian'
import Auth0 from '@auth/core/providers/auth0'
import Authentik from '@auth/core/providers/authentik'
import AzureAd from '@auth/core/providers/azure-ad'
import AzureAdB2c from '@auth/core/providers/azure-ad-b2c'
import AzureDevops from '@auth/core/providers/azure-devops'
import BankidNo from '@auth/core/providers/bankid-no'
import Battlenet from '@auth/core/providers/battlenet'
import Beyondidentity from '@auth/core/providers/beyondidentity'
import Bitbucket from '@auth/core/providers/bitbucket'
import Box from '@auth/core/providers/box'
import BoxyhqSaml from '@auth/core/providers/boxyhq-saml'
import Bungie from '@auth/core/providers/bungie'
import ClickUp from '@auth/core/providers/click-up'
import Cognito from '@auth/core/providers/cognito'
import Coinbase from '@auth/core/providers/coinbase'
import Concept2 from '@auth/core/providers/concept2'
import Descope from '@auth/core/providers/descope'
import Discord from '@auth/core/providers/discord'
import Dribbble from '@auth/core/providers/dribbble'
import Dropbox from '@auth/core/providers/dropbox'
import DuendeIdentityServer6 from '@auth/core/providers/duende-identity-server6'
import Eventbrite from '@auth/core/providers/eventbrite'
import Eveonline from '@auth/core/providers/eveonline'
import Facebook from '@auth/core/providers/facebook'
import Faceit from '@auth/core/providers/faceit'
import Figma from '@auth/core/providers/figma'
import Foursquare from '@auth/core/providers/foursquare'
import Freshbooks from '@auth/core/providers/freshbooks'
import Frontegg from '@auth/core/providers/frontegg'
import Fusionauth from '@auth/core/providers/fusionauth'
import Github from '@auth/core/providers/github'
import Gitlab from '@auth/core/providers/gitlab'
import Google from '@auth/core/providers/google'
import Hubspot from '@auth/core/providers/hubspot'
import Huggingface from '@auth/core/providers/huggingface'
import IdentityServer4 from '@auth/core/providers/identity-server4'
import Instagram from '@auth/core/providers/instagram'
import Kakao from '@auth/core/providers/kakao'
import Keycloak from '@auth/core/providers/keycloak'
import Kinde from '@auth/core/providers/kinde'
import Line from '@auth/core/providers/line'
import Linkedin from '@auth/core/providers/linkedin'
import Logto from '@auth/core/providers/logto'
import Mailchimp from '@auth/core/providers/mailchimp'
import Mailru from '@auth/core/providers/mailru'
import Mastodon from '@auth/core/providers/mastodon'
import Mattermost from '@auth/core/providers/mattermost'
import Medium from '@auth/core/providers/medium'
import MicrosoftEntraId from '@auth/core/providers/microsoft-entra-id'
import Naver from '@auth/core/providers/naver'
import Netlify from '@auth/core/providers/netlify'
import Netsuite from '@auth/core/providers/netsuite'
import Nextcloud from '@auth/core/providers/nextcloud'
import Notion from '@auth/core/providers/notion'
import Okta from '@auth/core/providers/okta'
import Onelogin from '@auth/core/providers/onelogin'
import OryHydra from '@auth/core/providers/ory-hydra'
import Osso from '@auth/core/providers/osso'
import Osu from '@auth/core/providers/osu'
import Passage from '@auth/core/providers/passage'
import Patreon from '@auth/core/providers/patreon'
import PingId from '@auth/core/providers/ping-id'
import Pinterest from '@auth/core/providers/pinterest'
import Pipedrive from '@auth/core/providers/pipedrive'
import Reddit from '@auth/core/providers/reddit'
import Roblox from '@auth/core/providers/roblox'
import Salesforce from '@auth/core/providers/salesforce'
import Simplelogin from '@auth/core/providers/simplelogin'
import Slack from '@auth/core/providers/slack'
import Spotify from '@auth/core/providers/spotify'
import Strava from '@auth/core/providers/strava'
import Threads from '@auth/core/providers/threads'
import Tiktok from '@auth/core/providers/tiktok'
import Todoist from '@auth/core/providers/todoist'
import Trakt from '@auth/core/providers/trakt'
import Twitch from '@auth/core/providers/twitch'
import Twitter from '@auth/core/providers/twitter'
import UnitedEffects from '@auth/core/providers/united-effects'
import Vipps from '@auth/core/providers/vipps'
import Vk from '@auth/core/providers/vk'
import Webex from '@auth/core/providers/webex'
import Wechat from '@auth/core/providers/wechat'
import Wikimedia from '@auth/core/providers/wikimedia'
import Wordpress from '@auth/core/providers/wordpress'
import Workos from '@auth/core/providers/workos'
import Yandex from '@auth/core/providers/yandex'
import Zitadel from '@auth/core/providers/zitadel'
import Zoho from '@auth/core/providers/zoho'
import Zoom from '@auth/core/providers/zoom'
import type { Provider } from '../../src/index.ts'

/** A provider as a function, whoever wrote it. */
export type Module = Extract<Provider, (options?: never) => unknown>

/** Every OAuth 2 and OpenID Connect module of Auth.js, unmodified, by its file's name. */
export const modules: Readonly<Record<string, Module>> = {
  '42-school': FortyTwo,
  apple: Apple,
  asgardeo: Asgardeo,
  atlassian: Atlassian,
  auth0: Auth0,
  authentik: Authentik,
  'azure-ad': AzureAd,
  'azure-ad-b2c': AzureAdB2c,
  'azure-devops': AzureDevops,
  'bankid-no': BankidNo,
  battlenet: Battlenet,
  beyondidentity: Beyondidentity,
  bitbucket: Bitbucket,
  box: Box,
  'boxyhq-saml': BoxyhqSaml,
  bungie: Bungie,
  'click-up': ClickUp,
  cognito: Cognito,
  coinbase: Coinbase,
  concept2: Concept2,
  descope: Descope,
  discord: Discord,
  dribbble: Dribbble,
  dropbox: Dropbox,
  'duende-identity-server6': DuendeIdentityServer6,
  eventbrite: Eventbrite,
  eveonline: Eveonline,
  facebook: Facebook,
  faceit: Faceit,
  figma: Figma,
  foursquare: Foursquare,
  freshbooks: Freshbooks,
  frontegg: Frontegg,
  fusionauth: Fusionauth,
  github: Github,
  gitlab: Gitlab,
  google: Google,
  hubspot: Hubspot,
  huggingface: Huggingface,
  'identity-server4': IdentityServer4,
  instagram: Instagram,
  kakao: Kakao,
  keycloak: Keycloak,
  kinde: Kinde,
  line: Line,
  linkedin: Linkedin,
  logto: Logto,
  mailchimp: Mailchimp,
  mailru: Mailru,
  mastodon: Mastodon,
  mattermost: Mattermost,
  medium: Medium,
  'microsoft-entra-id': MicrosoftEntraId,
  naver: Naver,
  netlify: Netlify,
  netsuite: Netsuite,
  nextcloud: Nextcloud,
  notion: Notion,
  okta: Okta,
  onelogin: Onelogin,
  'ory-hydra': OryHydra,
  osso: Osso,
  osu: Osu,
  passage: Passage,
  patreon: Patreon,
  'ping-id': PingId,
  pinterest: Pinterest,
  pipedrive: Pipedrive,
  reddit: Reddit,
  roblox: Roblox,
  salesforce: Salesforce,
  simplelogin: Simplelogin,
  slack: Slack,
  spotify: Spotify,
  strava: Strava,
  threads: Threads,
  tiktok: Tiktok,
  todoist: Todoist,
  trakt: Trakt,
  twitch: Twitch,
  twitter: Twitter,
  'united-effects': UnitedEffects,
  vipps: Vipps,
  vk: Vk,
  webex: Webex,
  wechat: Wechat,
  wikimedia: Wikimedia,
  wordpress: Wordpress,
  workos: Workos,
  yandex: Yandex,
  zitadel: Zitadel,
  zoho: Zoho,
  zoom: Zoom,
}
