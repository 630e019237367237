import type { TiktokProfile } from '../../src/providers/tiktok.ts'
import { holds, type Row } from './equal.ts'

// 2.1 Video-platform profile
type User = TiktokProfile['data']['user']
// biome-ignore lint/suspicious/noExplicitAny: the specification's type extends Record<string, any>
holds<TiktokProfile extends Record<string, any> ? true : false>()
holds<Row<TiktokProfile, { data: { user: User } }>>()
holds<Row<User, { avatar_large_url?: string }>>()
holds<Row<User, { avatar_url: string }>>()
holds<Row<User, { avatar_url_100?: string }>>()
holds<Row<User, { bio_description?: string }>>()
holds<Row<User, { display_name: string }>>()
holds<Row<User, { email?: string }>>()
holds<Row<User, { follower_count?: number }>>()
holds<Row<User, { following_count?: number }>>()
holds<Row<User, { is_verified?: boolean }>>()
holds<Row<User, { likes_count?: number }>>()
holds<Row<User, { open_id: string }>>()
holds<Row<User, { profile_deep_link?: string }>>()
holds<Row<User, { union_id?: string }>>()
holds<Row<User, { username: string }>>()
holds<Row<User, { video_count?: number }>>()
holds<Row<TiktokProfile, { error: { code: string; log_id: string; message: string } }>>()
// @ts-expect-error an id that may be missing identifies nobody
holds<Row<User, { open_id?: string }>>()
