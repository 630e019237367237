import { defineProvider } from '../define-provider.ts'
import type { PlatformFacts, WebhookDelivery, WebhookEvent } from '../types/dialect.ts'
import type { Kit } from '../types/kit.ts'
import type { OAuthConfig } from '../types/provider.ts'
import type { NamedPlatform, ProviderOptions } from '../types/provider-function.ts'
import { webhooks } from '../webhooks/part.ts'
import { logo } from './tiktok.mark.ts'

/** A TikTok user. A field comes only if it was asked for and its scope was granted. */
export interface TiktokUser {
  /** Unique to the person in this application. */
  open_id: string
  /** The same for all applications of one developer. Not always sent. */
  union_id?: string
  avatar_url: string
  avatar_url_100?: string
  avatar_large_url?: string
  display_name: string
  username: string
  bio_description?: string
  profile_deep_link?: string
  is_verified?: boolean
  follower_count?: number
  following_count?: number
  likes_count?: number
  video_count?: number
  /** TikTok gives no e-mail address. */
  email?: string
}

/** The answer of TikTok's user-info endpoint. */
// biome-ignore lint/suspicious/noExplicitAny: the specification's type extends Record<string, any>
export interface TiktokProfile extends Record<string, any> {
  data: { user: TiktokUser }
  /** Always there. `data` is reliable only if `code` is "ok". */
  error: { code: string; log_id: string; message: string }
}

const scopes = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  avatar_url_100: 'user.info.basic',
  avatar_large_url: 'user.info.basic',
  display_name: 'user.info.basic',
  bio_description: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  is_verified: 'user.info.profile',
  username: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
} as const

/** A field that can be asked for. */
export type TiktokField = keyof typeof scopes

const basic = [
  'open_id',
  'union_id',
  'avatar_url',
  'avatar_url_100',
  'avatar_large_url',
  'display_name',
] as const

type Basic = (typeof basic)[number]

/** The profile with these fields; all but the basic ones may have been declined. */
export interface TiktokProfileWith<Field extends TiktokField> extends Omit<TiktokProfile, 'data'> {
  data: { user: Pick<TiktokUser, Basic> & { [Name in Exclude<Field, Basic>]?: TiktokUser[Name] } }
  /** Fields that were asked for but whose scope the person declined. */
  missing?: string[]
}

/** TikTok's own options. */
export interface TiktokOptions<Field extends TiktokField = TiktokField> {
  /** The fields to ask for besides the basic ones. They decide which scopes are requested. */
  fields?: readonly Field[]
  /** The kind of the registered redirect address: `web` (https, no localhost) or `desktop` (localhost with a port). */
  kit?: 'web' | 'desktop'
  /** Other ways in which people sign in, from porticojs/parts/tiktok-kits: `[Ios({ redirects }), QrCode()]`. */
  kits?: readonly Kit[]
}

/** Sign in with TikTok. `clientId` is the Client Key. */
export interface TikTokProvider {
  <const Field extends TiktokField, const Named extends string = 'tiktok'>(
    options: ProviderOptions<TiktokProfileWith<Field>, Named> &
      TiktokOptions<Field> & { fields: readonly Field[] },
  ): OAuthConfig<TiktokProfileWith<Field>> & NamedPlatform<Named>
  <P extends TiktokProfile = TiktokProfile, const Named extends string = 'tiktok'>(
    options?: ProviderOptions<P, Named> & TiktokOptions,
  ): OAuthConfig<P> & NamedPlatform<Named>
  readonly id: 'tiktok'
}

const register =
  'Register exactly {callbackUrl} under Login Kit of the app (a sandbox has its own list).'
const keys =
  'Copy Client key and Client secret of the same app again: a sandbox has its own pair, and no space may be pasted along.'
const approve =
  'Add the scope to the app and have it approved, or leave its fields out of `fields`.'
const challenge =
  'TikTok takes the S256 challenge in hexadecimal; do not override `dialect.challenge` or `checks`.'

const platform = defineProvider<TiktokProfile>({
  id: 'tiktok',
  name: 'TikTok',
  type: 'oauth',
  docs: 'https://developers.tiktok.com/doc/login-kit-web',
  // TikTok documents PKCE for desktop and mobile only and ignores it on the web: state protects there.
  checks: ['state', 'pkce'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  authorization: { url: 'https://www.tiktok.com/v2/auth/authorize/' },
  token: 'https://open.tiktokapis.com/v2/oauth/token/',
  userinfo: 'https://open.tiktokapis.com/v2/user/info/',
  // Only the access token can be revoked; an expired one is refreshed first.
  revocation: { url: 'https://open.tiktokapis.com/v2/oauth/revoke/', token: 'access_token' },
  profile: {
    id: 'data.user.open_id',
    name: ['data.user.display_name', 'data.user.username'],
    image: ['data.user.avatar_url', 'data.user.avatar_large_url', 'data.user.avatar_url_100'],
  },
  accountChoice: { disable_auto_auth: '1' },
  provides: { email: false, refreshToken: true },
  dialect: {
    clientId: 'client_key',
    scopes: 'comma',
    challenge: 'hex',
    token: { refreshExpiresIn: 'refresh_expires_in', headers: { 'cache-control': 'no-cache' } },
    failure: {
      code: 'error.code',
      message: 'error.message',
      reference: 'error.log_id',
      ok: ['ok'],
      always: 'userinfo',
    },
    subject: { tokens: 'open_id', profile: 'data.user.open_id' },
    callbackScopes: 'scopes',
    callbackError: ['error_type', 'errCode'],
  },
  hints: {
    invalid_client: keys,
    client_key: `${keys} The production key of an app that was not reviewed yet is refused: use its sandbox.`,
    unauthorized_client:
      'The app is a draft or lacks Login Kit: use the key of its sandbox, or submit it for review.',
    redirect_uri: register,
    '10006': register,
    non_sandbox_target:
      'Add this TikTok account to the target users of the sandbox; that can take an hour to work.',
    scope: approve,
    invalid_scope: approve,
    scope_not_authorized: 'A field was asked for without its scope; do not override `userinfo`.',
    scope_permission_missed: 'A field was asked for without its scope; do not override `userinfo`.',
    invalid_grant:
      'The code or refresh token is used, expired or revoked: sign in again, and exchange a code only once.',
    'token invalid_request': `The redirect address differs from the one at the start, or PKCE failed. ${challenge}`,
    code_challenge: `This redirect address is registered as desktop, which needs PKCE. ${challenge}`,
    code_challenge_method: challenge,
    access_token_invalid:
      'The access token is expired or was revoked; get one with `auth.accessToken()`.',
    rate_limit_exceeded: 'TikTok allows 600 calls a minute; wait, and keep what you have read.',
    access_denied: 'The user declined. If nobody did, look at `error_type`.',
    param_error: 'A parameter is wrong; `error_type` names it.',
  },
  button: { popular: 3 },
  style: {
    brandColor: '#000000',
    logo,
  },
})

/** Sign in with TikTok: pass your keys and options, or leave it as it is. */
// The overloads of `TikTokProvider` type the result by its options.
const TikTok: TikTokProvider = Object.assign(tiktok, { id: 'tiktok' }) as TikTokProvider

function tiktok(options?: object): object {
  const {
    fields = [],
    kit = 'web',
    kits = [],
    ...changes
  }: TiktokOptions & ProviderOptions<TiktokProfile> = { ...options }
  const problem = wrongOption(fields, kit, kits)
  if (problem) return platform({ problem })
  const wanted = [...new Set<TiktokField>([...basic, ...fields])]
  const scope = [...new Set(wanted.map((name) => scopes[name]))].join(',')
  const defaults = platform({
    authorization: { params: { scope } },
    dialect: { userinfo: { fields: { parameter: 'fields', scopes, wanted } } },
    checkCallback: callbacks[kit],
    method: kits.reduce((method, one) => one.extend(method), webhooks(judgeWebhook)),
  })
  return defineProvider<TiktokProfile>(defaults)(changes)
}

export default TikTok

/** The wrong option, which TypeScript cannot find in untyped code or in plain strings. */
function wrongOption(fields: unknown, kit: string, kits: readonly Kit[]): PlatformFacts['problem'] {
  const hint = `Use a list with some of ${Object.keys(scopes).join(', ')}.`
  if (!Array.isArray(fields)) return { field: 'fields', found: '`fields` is no list', hint }
  const field = fields.findIndex((name) => !Object.hasOwn(scopes, name))
  if (field >= 0) return { field: 'fields', found: `TikTok has no field "${fields[field]}"`, hint }
  const wrong = kits.find(({ problem }) => problem)?.problem
  if (wrong) return { field: 'kits', ...wrong }
  if (Object.hasOwn(callbacks, kit)) return undefined
  return { field: 'kit', found: `TikTok has no kit "${kit}"`, hint: "Use 'web' or 'desktop'." }
}

const callbacks: Record<'web' | 'desktop', (callback: URL) => string | undefined> = {
  web(callback) {
    const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(callback.hostname)
    if (local || callback.protocol !== 'https:') {
      return "TikTok's web kit takes https addresses only, and never localhost. To develop, use `npx porticojs emulate`, or `kit: 'desktop'` with http://localhost:PORT registered under Desktop, or a sandbox behind an https tunnel."
    }
    return common(callback)
  },
  desktop(callback) {
    if (!/^(localhost|127\.0\.0\.1)$/.test(callback.hostname) || callback.port === '') {
      return "TikTok's desktop kit takes localhost or 127.0.0.1 with a port only. For a public address use `kit: 'web'`."
    }
    return common(callback)
  },
}

function common(callback: URL): string | undefined {
  if (callback.search || callback.hash)
    return 'TikTok takes no query and no fragment in a redirect address.'
  if (callback.href.length >= 512)
    return 'TikTok takes redirect addresses of fewer than 512 characters.'
  return undefined
}

const reasons = [
  'unknown',
  'the person disconnected the app in TikTok',
  'the TikTok account was deleted',
  'the age of the person changed',
  'the TikTok account was banned',
  'the application revoked its access',
]

/** Five minutes, as TikTok suggests. */
const tolerance = 300

/** https://developers.tiktok.com/doc/webhooks-verification: HMAC-SHA256 over `t.body` with the client secret. */
async function judgeWebhook(delivery: WebhookDelivery): Promise<WebhookEvent | undefined> {
  const { headers, body, clientId, clientSecret, now } = delivery
  const parts = new Map(
    (headers.get('tiktok-signature') ?? '').split(',').map((part) => {
      const [name = '', value = ''] = part.trim().split('=')
      return [name, value]
    }),
  )
  const time = parts.get('t') ?? ''
  const expected = await delivery.hmac(clientSecret, `${time}.${body}`)
  if (
    !delivery.equal(parts.get('s') ?? '', expected) ||
    !(Math.abs(now - Number(time)) <= tolerance)
  )
    return undefined
  const { client_key, event, create_time, user_openid, content } = JSON.parse(body)
  if (client_key !== clientId || typeof event !== 'string') return undefined
  const details = readContent(content)
  const reason = reasons[details?.reason]
  const removed = event === 'authorization.removed'
  return {
    event,
    // The payload has no id of its own.
    id: JSON.stringify([client_key, event, create_time, user_openid, content]),
    content: details,
    removed,
    ...(typeof create_time === 'number' && { at: create_time }),
    ...(typeof user_openid === 'string' && { providerAccountId: user_openid }),
    ...(removed && { reason: typeof reason === 'string' ? reason : 'unknown' }),
  }
}

/** Parses JSON inside JSON, as documented. Other content stays as it is: the event was signed, and counts. */
function readContent(content: string) {
  try {
    return JSON.parse(content || '{}')
  } catch {
    return content
  }
}
