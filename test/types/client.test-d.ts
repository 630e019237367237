import { createClient, type SessionOf } from '../../src/client/index.ts'
import { Auth, type Session } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { type Equal, holds } from './equal.ts'

const auth = Auth({
  providers: [TikTok, GitHub],
  callbacks: { session: ({ session }) => ({ ...session, plan: 'free' as const }) },
})

// The session of a page is the one that the server's callback returns.
const client = createClient<typeof auth>({ initial: null })
holds<Equal<NonNullable<ReturnType<typeof client.get>['session']>['plan'], 'free'>>()
holds<Equal<SessionOf<unknown>, Session>>()

// The ids of the configured providers are completed; any other text compiles too.
type Provider = Parameters<typeof client.signIn>[0]
holds<Equal<Provider, 'tiktok' | 'github' | (string & {})>>()

// Without a server's type, everything is known by the specification's names.
holds<
  Equal<ReturnType<ReturnType<typeof createClient>['get']>['session'], Session | null | undefined>
>()
