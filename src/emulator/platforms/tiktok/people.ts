import { derived } from '../../random.ts'
import type { EmulatorContext, Persona } from '../../types.ts'

/** A person with a practice TikTok account. */
export type TikTokPerson = Persona & {
  readonly username: string
  readonly bio?: string
  readonly verified?: boolean
  /** Followers, following, likes, videos: 64-bit numbers. */
  readonly counts?: readonly [bigint, bigint, bigint, bigint]
  /** False for an account without union_id, as some have none. */
  readonly union?: false
  /** The picture's signed address has expired. */
  readonly avatar?: 'expired'
  /** False: may not sign in to sandboxes that list no target users of their own. */
  readonly target?: false
  /** May not use third-party sign-in at all. */
  readonly banned?: true
}

/** The host that serves pictures. */
export const cdn = 'https://p16-sign-va.tiktokcdn.com'

/** The people who can sign in unless others are given. */
export const practicePeople: readonly TikTokPerson[] = [
  {
    id: 'ada',
    name: 'Ada',
    note: 'an ordinary account',
    username: 'ada.codes',
    bio: 'Engines, notes, and a little poetry.',
    counts: [1843n, 215n, 20417n, 64n],
  },
  { id: 'noor', name: 'Noor', note: 'has no union_id', username: 'noor', union: false },
  {
    id: 'layla',
    name: 'ليلى 🌙✨',
    note: 'emoji and right-to-left letters',
    username: 'layla_moon',
    bio: 'مرحبا 👩🏽‍🚀',
  },
  {
    id: 'max',
    name: 'Max',
    note: 'counts beyond 2^53, verified',
    username: 'max',
    verified: true,
    counts: [9007199254740993n, 0n, 9223372036854775807n, 9007199254740995n],
  },
  {
    id: 'olga',
    name: 'Olga',
    note: 'her picture has expired',
    username: 'olga',
    avatar: 'expired',
  },
  { id: 'sam', name: 'Sam', note: 'not a sandbox tester', username: 'sam', target: false },
  { id: 'bea', name: 'Bea', note: 'a banned account', username: 'bea', banned: true },
].map((person) => ({ ...person, picture: `${cdn}/portrait/${person.id}.svg` }) as TikTokPerson)

/** The id of a person for one application: 36 characters that begin with -000. */
export function openId({ seed }: EmulatorContext, client_key: string, persona: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-'
  return `-000${derived(seed, 'open_id', client_key, persona).text(32, alphabet)}`
}

/** The scope that each field of user info needs. */
export const fieldScopes: Readonly<Record<string, string>> = {
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
}

/** Everything TikTok knows of a person, by field. */
export function userFields(
  context: EmulatorContext,
  client_key: string,
  person: TikTokPerson,
): Readonly<Record<string, unknown>> {
  const [followers, following, likes, videos] = person.counts ?? [0n, 0n, 0n, 0n]
  return {
    open_id: openId(context, client_key, person.id),
    union_id: person.union === false ? undefined : derived(context.seed, 'union', person.id).uuid(),
    avatar_url: avatarUrl(context, person, '168x168'),
    avatar_url_100: avatarUrl(context, person, '100x100'),
    avatar_large_url: avatarUrl(context, person, '1080x1080'),
    display_name: person.name,
    bio_description: person.bio ?? '',
    profile_deep_link: `https://vm.tiktok.com/${derived(context.seed, 'link', person.id).text(9)}/`,
    is_verified: person.verified ?? false,
    username: person.username,
    follower_count: followers,
    following_count: following,
    likes_count: likes,
    video_count: videos,
  }
}

/** True if a picture's signed address is genuine and has not expired. */
export function isGoodAvatar(context: EmulatorContext, url: URL): boolean {
  const expires = Number(url.searchParams.get('x-expires'))
  const signature = avatarSignature(context, url.pathname, expires)
  return url.searchParams.get('x-signature') === signature && expires * 1000 > context.clock.now()
}

// Recorded: signed, good for about two days, rounded to the hour, with a CDN parameter that
// happens to be called refresh_token.
function avatarUrl(context: EmulatorContext, person: TikTokPerson, size: string): string {
  const lifetime = person.avatar === 'expired' ? -1 : 47
  const hour = 3_600_000
  const expires = Math.floor(context.clock.now() / hour + lifetime) * 3600
  const path = `/practice/${person.id}~${size}.svg`
  const query = new URLSearchParams({
    lk3s: 'a5d48078',
    refresh_token: derived(path).text(8, '0123456789abcdef'),
    'x-expires': String(expires),
    'x-signature': avatarSignature(context, path, expires),
  })
  return context.locate(`${cdn}${path}?${query}`)
}

function avatarSignature({ seed }: EmulatorContext, path: string, expires: number): string {
  return `${derived(seed, path, String(expires)).text(27)}=`
}
