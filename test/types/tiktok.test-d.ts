import { Auth, type Callbacks, type ProfileOf } from '../../src/index.ts'
import { Ios, Minis, QrCode } from '../../src/parts/tiktok-kits.ts'
import GitHub from '../../src/providers/github.ts'
import Passkey from '../../src/providers/passkey.ts'
import Resend from '../../src/providers/resend.ts'
import TikTok, { type TiktokProfile } from '../../src/providers/tiktok.ts'
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

// `fields` types the profile, wherever the application meets it.
declare function number(count: number | undefined): boolean
const asked = TikTok({
  fields: ['follower_count'],
  profile: ({ data }) => {
    number(data.user.follower_count)
    // @ts-expect-error it was not asked for
    Object.freeze(data.user.video_count)
    return { id: data.user.open_id }
  },
})
const callbacks: Callbacks<ProfileOf<typeof asked>> = {
  signIn({ profile }) {
    // @ts-expect-error it was not asked for
    Object.freeze(profile?.data.user.video_count)
    return number(profile?.data.user.follower_count)
  },
  jwt({ token, profile }) {
    // @ts-expect-error it was not asked for
    Object.freeze(profile?.data.user.username)
    return { ...token, followers: profile?.data.user.follower_count }
  },
}
Auth({ providers: [asked], callbacks })
Auth({
  // A method that brings no profile takes nothing away.
  providers: [asked, Passkey, Resend],
  callbacks: {
    // @ts-expect-error it was not asked for
    signIn: ({ profile }) => profile?.data.user.username === 'ada',
  },
  events: {
    // @ts-expect-error it was not asked for
    signIn: ({ profile }) => console.log(profile?.data.user.username),
    linkAccount: ({ profile }) => console.log(profile?.data.user.display_name),
  },
})
Auth({
  providers: [TikTok],
  // Left as it is, the specification's whole profile is there.
  callbacks: { signIn: ({ profile }) => profile?.data.user.username === 'ada' },
})
Auth({
  // With another platform, the profile may be either's.
  providers: [asked, GitHub],
  callbacks: { signIn: ({ profile }) => profile?.login === 'ada' },
})
const endpoints = { token: 'https://mine.test/token', userinfo: 'https://mine.test/me' }
// @ts-expect-error what is written by hand is still checked to the letter
Auth({ providers: [asked, { id: 'mine', name: 'Mine', type: 'oauth', ...endpoints, scopes: 'a' }] })

// Kits: what each needs is checked where it is declared.
TikTok({ kits: [Ios({ redirects: ['https://acme.example/ios'] }), Minis(), QrCode()] })
// @ts-expect-error an address is needed
Ios({ redirects: [] })
// @ts-expect-error a Mini has no address
Minis({ redirects: ['https://acme.example/minis'] })
// @ts-expect-error a kit is made by calling it
TikTok({ kits: [Minis] })
// @ts-expect-error there is no such kit
TikTok({ kits: ['ios'] })
holds<Row<ReturnType<typeof Ios>, { readonly name: 'ios' }>>()
