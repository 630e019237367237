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

// A page gets JSON: a date is text there, however deep it is, and nothing else changes.
const dated = Auth({
  providers: [GitHub],
  callbacks: {
    session: ({ session }) => ({
      ...session,
      since: new Date(),
      visits: [{ at: new Date(), page: 'home' as const }],
      ended: null as Date | null,
    }),
  },
})
type Dated = SessionOf<typeof dated>
holds<Equal<Dated['since'], string>>()
holds<Equal<Dated['visits'][number]['at'], string>>()
holds<Equal<Dated['visits'][number]['page'], 'home'>>()
holds<Equal<Dated['ended'], string | null>>()
holds<Equal<Dated['user']['name'], Session['user']['name']>>()
holds<Equal<NonNullable<Awaited<ReturnType<typeof dated.session>>>['since'], Date>>()

// The ids of the configured providers are completed; any other text compiles too.
type Provider = Parameters<typeof client.signIn>[0]
holds<Equal<Provider, 'tiktok' | 'github' | (string & {})>>()

// Without a server's type, everything is known by the specification's names.
holds<
  Equal<ReturnType<ReturnType<typeof createClient>['get']>['session'], Session | null | undefined>
>()
