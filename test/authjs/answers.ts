import type { Sample } from '../providers/sample.ts'

type Json = Record<string, unknown>

/** What Auth.js's module knows of its platform that the module itself does not say. */
export interface Answers {
  /** The sample of ours that shows what the platform answers. Default: of the same id. */
  sample?: string
  /** What the module must be told besides its keys. */
  options?: { issuer?: string; [option: string]: unknown }
  /** Beside the tokens. */
  token?: Json
  /** A profile in the form that the module expects, where that is not today's. */
  profile?: Json
  /** How the module's own code asks for the profile. */
  userinfo?: { url?: string; method?: 'POST'; bearer?: { query: string } }
  /** Answers at further addresses. */
  open?: Record<string, Json>
  enforces?: Partial<Sample['enforces']>
  /** The account's id, where it is not the sample's. */
  id?: string
}

const cloud = 'https://cloud.example.test'
const ada = { id: 'ada', name: 'Ada', email: 'ada@people.test' }
const common = 'https://login.microsoftonline.com/common/v2.0'
const noPhoto = { 'https://graph.microsoft.com/v1.0/me/photos/48x48/$value': {} }

/** Only what cannot be derived from the module and the sample. */
export const answers: Readonly<Record<string, Answers>> = {
  'azure-ad': { options: { issuer: common }, open: noPhoto },
  'bankid-no': { id: 'e8c523ff-52a2-42e2-a7a5-f1d0fbb76204' },
  'boxyhq-saml': { options: { issuer: 'https://saml.example.test' } },
  bungie: { options: { apiKey: 'unused' } },
  concept2: { enforces: { scopeSeparator: ',' } },
  dropbox: { userinfo: { method: 'POST' } },
  eveonline: { profile: { CharacterID: 95465499, CharacterName: 'Ada' }, id: '95465499' },
  foursquare: { userinfo: { bearer: { query: 'oauth_token' } } },
  frontegg: { options: { issuer: 'https://frontegg.example.test' } },
  fusionauth: { options: { issuer: 'https://fusion.example.test', tenantId: '7' } },
  hubspot: {
    open: { 'https://api.hubapi.com/oauth/v1/access-tokens/*': { user_id: 7, user: ada.email } },
    id: '7',
  },
  line: { enforces: { idToken: { alg: 'HS256' } } },
  mastodon: { options: { issuer: 'https://social.example.test' } },
  mattermost: { options: { issuer: 'https://chat.example.test' } },
  'microsoft-entra-id': { options: { issuer: common }, open: noPhoto },
  netsuite: {
    options: { accountID: '7', userinfo: 'https://7.restlets.api.netsuite.com/app/site/me' },
    profile: ada,
    id: 'ada',
  },
  nextcloud: {
    options: { issuer: cloud },
    token: { user_id: 'ada' },
    userinfo: { url: `${cloud}/ocs/v1.php/cloud/users/ada` },
    profile: { ocs: { data: { id: 'ada', displayname: 'Ada', email: ada.email } } },
    id: 'ada',
  },
  notion: {
    userinfo: { url: 'https://api.notion.com/v1/users/me' },
    profile: {
      bot: {
        owner: { user: { id: 'ada', name: 'Ada', avatar_url: null, person: { email: ada.email } } },
      },
    },
    id: 'ada',
  },
  'ory-hydra': { sample: 'hydra' },
  osso: { options: { issuer: 'https://osso.example.test/' } },
  threads: {
    profile: { data: { id: '7', username: 'ada', threads_profile_picture_url: null } },
    id: '7',
  },
  todoist: {
    userinfo: { url: 'https://api.todoist.com/sync/v9/sync', method: 'POST' },
    profile: { user: { id: '7', full_name: 'Ada', email: ada.email, avatar_big: null } },
    id: '7',
  },
  trakt: {
    profile: { name: 'Ada', ids: { slug: 'ada' }, images: { avatar: { full: null } } },
    id: 'ada',
  },
  twitch: { token: { scope: ['openid', 'user:read:email'] } },
  vk: {
    token: { email: ada.email },
    profile: { response: [{ id: 7, first_name: 'Ada', last_name: 'L', photo_100: null }] },
    id: '7',
  },
  wechat: {
    token: { openid: 'o7', token_type: undefined },
    userinfo: { bearer: { query: 'access_token' } },
  },
}
