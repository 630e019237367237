import type { AuthConfig, AuthInstance, Session } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { testAuth } from '../../src/testing.ts'
import { type Equal, holds } from './equal.ts'

// The ids of the providers are kept.
const plain = await testAuth({ providers: [TikTok, GitHub] })
holds<Equal<typeof plain.auth, AuthInstance<Session, 'tiktok' | 'github'>>>()
holds<Equal<Awaited<ReturnType<typeof plain.browser.session>>, Session | null>>()

// The session is what the callback returns, in code and in every browser.
const typed = await testAuth({
  providers: [TikTok],
  callbacks: { session: ({ session }) => ({ ...session, role: 'admin' as const }) },
})
holds<Equal<NonNullable<Awaited<ReturnType<typeof typed.auth.session>>>['role'], 'admin'>>()
const other = typed.newBrowser().clone()
holds<Equal<NonNullable<Awaited<ReturnType<typeof other.session>>>['role'], 'admin'>>()

// A configuration may come from the application, and so may the function that makes it.
const config = { providers: [TikTok, GitHub({ clientId: 'a' })] } satisfies AuthConfig
const createApp = (auth: AuthInstance) => (request: Request) => auth.handler(request)
const shared = await testAuth(config, { app: createApp, storage: false })
holds<'github' extends Parameters<typeof shared.auth.accessToken>[1] ? true : false>()

// A browser says who is meant.
void plain.auth.accessToken(plain.browser, 'tiktok')
plain.clock.advance('1h')
plain.clock.advance(3_600_000)

// @ts-expect-error providers are required
void testAuth({})
// @ts-expect-error a duration has a unit
plain.clock.advance('soon')
