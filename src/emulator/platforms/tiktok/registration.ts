/** An application as registered in the developer portal. */
export type TikTokApp = {
  readonly client_key: string
  readonly client_secret: string
  readonly name?: string
  /** A sandbox, a reviewed production app, or one that is not reviewed yet. Default: `production`. */
  readonly environment?: 'sandbox' | 'production' | 'draft'
  /** Redirect URIs of Login Kit's Web tab. */
  readonly web?: readonly string[]
  /** Redirect URIs of Login Kit's Desktop tab; these need PKCE. */
  readonly desktop?: readonly string[]
  /** Redirect URIs of Login Kit's iOS tab: universal links. */
  readonly ios?: readonly string[]
  /** Redirect URIs of Login Kit's Android tab: app links. */
  readonly android?: readonly string[]
  /** True if the app is a TikTok Mini or a mini game, whose SDK gets codes without a redirect. */
  readonly minis?: boolean
  /** Scopes assigned to the app; the user.info ones and video.list when left out. */
  readonly scopes?: readonly string[]
  /** The people who may sign in to a sandbox, by persona id; all but those with `target: false` when left out. */
  readonly target_users?: readonly string[]
  readonly webhook_url?: string
}

/** The part of Login Kit that a redirect URI was registered under. */
export type Kit = 'web' | 'desktop' | 'ios' | 'android'

/** The assignable scopes and their meaning, in the order of TikTok's token answers. */
export const scopes: Readonly<Record<string, string>> = {
  'user.info.stats': 'Follower, like and video counts',
  'video.list': 'Public videos',
  'user.info.basic': 'Name and picture',
  'user.info.profile': 'Biography, profile link and verification',
  'video.upload': 'Upload drafts',
  'video.publish': 'Publish videos',
  'user.info.open_id': 'The id alone, for Minis',
}

/** The applications if none are registered. */
export const practiceApps: readonly TikTokApp[] = [
  {
    client_key: 'sbawpractice000001',
    client_secret: 'practice-secret-of-the-sandbox-01',
    name: 'your application',
    environment: 'sandbox',
    web: ['https://app.test/api/auth/callback/tiktok'],
    desktop: [
      ...['localhost', '127.0.0.1'].map((host) => `http://${host}:*/api/auth/callback/tiktok`),
      'http://127.0.0.1:*/tiktok/',
    ],
    ios: ['https://app.test/tiktok/ios'],
    android: ['https://app.test/tiktok/android'],
    minis: true,
  },
  {
    client_key: 'awpractice00000001',
    client_secret: 'practice-secret-of-production-001',
    name: 'your application',
    environment: 'production',
    web: ['https://app.test/api/auth/callback/tiktok'],
  },
  {
    client_key: 'awpractice00000002',
    client_secret: 'practice-secret-of-the-draft-0001',
    name: 'your application',
    environment: 'draft',
    web: ['https://app.test/api/auth/callback/tiktok'],
  },
]

const assigned = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list']

/** The tabs of Login Kit in the developer portal. */
const tabs = ['web', 'desktop', 'ios', 'android'] as const

const loopback = new Set(['localhost', '127.0.0.1'])

/** Throws for an application that the developer portal would refuse. */
export function checkRegistration(app: TikTokApp): void {
  const { client_key, environment = 'production', webhook_url } = app
  const complain = (problem: string): never => {
    throw new Error(`TikTok app ${client_key}: ${problem}`)
  }
  const prefix = environment === 'sandbox' ? 'sbaw' : 'aw'
  if (!client_key.startsWith(prefix)) complain(`a ${environment} client key begins with ${prefix}`)
  if ((app.target_users?.length ?? 0) > 10) complain('a sandbox has at most 10 target users')
  const unknown = app.scopes?.find((scope) => !Object.hasOwn(scopes, scope))
  if (unknown !== undefined) complain(`there is no scope ${unknown}`)
  for (const kit of tabs) {
    const uris = app[kit] ?? []
    if (uris.length > 10) complain(`at most 10 redirect URIs in the ${kit} tab`)
    for (const uri of uris) {
      const problem = redirectProblem(kit, uri)
      if (problem !== undefined) complain(`redirect URI ${uri}: ${problem}`)
    }
  }
  if (webhook_url !== undefined && !isReachable(webhook_url)) {
    complain('the webhook address is https (or on this machine, for practice)')
  }
}

// The reason why the portal refuses a redirect URI.
function redirectProblem(kit: Kit, uri: string): string | undefined {
  if (uri.length >= 512) return 'it must be shorter than 512 characters'
  const url = URL.parse(kit === 'desktop' ? uri.replace(/:\*(?=\/|$)/, ':1') : uri)
  if (!url) return 'it must be absolute'
  if (uri.includes('#')) return 'no fragment is allowed'
  if (uri.includes('?')) return 'no query parameters are allowed'
  if (kit !== 'desktop') {
    if (url.protocol !== 'https:') return 'it must begin with https'
    if (isLoopback(url)) return 'Enter a valid redirect uri (localhost is not supported)'
    return undefined
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'it must be http or https'
  if (!loopback.has(url.hostname)) return 'the host must be localhost or 127.0.0.1'
  if (!/^https?:\/\/[^/:]+:(\d+|\*)(\/|$)/.test(uri)) return 'a port (or *) is mandatory'
  return undefined
}

/** The reason why an application may not ask for these scopes. */
export function scopeProblem(app: TikTokApp, asked: readonly string[]): string | undefined {
  const foreign = asked.find((scope) => !(app.scopes ?? assigned).includes(scope))
  if (foreign === undefined) return undefined
  return Object.hasOwn(scopes, foreign)
    ? `${foreign} is not assigned to this app.`
    : `“${foreign}” is no scope. Scopes are separated by commas.`
}

/** All redirect URIs of an application. */
export function redirectUris(app: TikTokApp): string[] {
  return tabs.flatMap((kit) => app[kit] ?? [])
}

/** The tab under which an application registered this redirect URI. */
export function registeredKit(app: TikTokApp, redirect_uri: string): Kit | undefined {
  const exact = (['web', 'ios', 'android'] as const).find((kit) => app[kit]?.includes(redirect_uri))
  if (exact) return exact
  const matches = (registered: string): boolean =>
    registered === redirect_uri ||
    (registered.includes(':*/') && registered === redirect_uri.replace(/:\d+(?=\/)/, ':*'))
  // Observed: a desktop URI without a path is refused although the portal takes it.
  const hasPath = /^https?:\/\/[^/]+\/./.test(redirect_uri)
  return hasPath && app.desktop?.some(matches) ? 'desktop' : undefined
}

function isLoopback({ hostname }: URL): boolean {
  return loopback.has(hostname) || hostname === '[::1]' || hostname.endsWith('.localhost')
}

function isReachable(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || isLoopback(url))
}
