import { Auth, type ProviderOptions, type Session } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import TikTok from '../../src/providers/tiktok.ts'
import type { PlatformFacts } from '../../src/types/dialect.ts'
import type { OAuthUserConfig } from '../../src/types/provider.ts'
import { type Equal, holds } from './equal.ts'

interface P {
  sub: string
}

// The options of a provider are the specification's and ours, written out for the compiler's sake.
type Flat<T> = { [Key in keyof T]: T[Key] }
holds<Equal<Flat<ProviderOptions<P>>, Flat<OAuthUserConfig<P> & PlatformFacts>>>()

// Without a `session` callback the session is ours.
const plain = Auth({ providers: [TikTok, GitHub] })
holds<Equal<Awaited<ReturnType<typeof plain.session>>, Session | null>>()

// With one, it is what the callback returns, wherever it comes from.
const typed = Auth({
  providers: [TikTok],
  callbacks: {
    session: ({ session }) => ({ ...session, role: 'admin' as const }),
  },
})
type Typed = NonNullable<Awaited<ReturnType<typeof typed.session>>>
holds<Equal<Typed['role'], 'admin'>>()
holds<Equal<Awaited<ReturnType<typeof typed.requireSession>>['role'], 'admin'>>()

// A callback that may say that nobody is there still types the session.
const strict = Auth({
  providers: [TikTok],
  callbacks: {
    session: async ({ session, user }) => (user ? { ...session, team: 7 } : null),
  },
})
holds<Equal<NonNullable<Awaited<ReturnType<typeof strict.session>>>['team'], number>>()

// The ids of the configured providers are completed; others are accepted too, since options can change an id.
type Id = Parameters<typeof plain.accessToken>[1]
holds<'tiktok' extends Id ? true : false>()
const called = Auth({ providers: [Google({ clientId: 'a', clientSecret: 'b' })] })
holds<'google' extends Parameters<typeof called.accessToken>[1] ? true : false>()
holds<{ provider: 'tiktok'; account: string } extends Id ? true : false>()
// @ts-expect-error an account is named with its provider
holds<{ account: string } extends Id ? true : false>()

// Whoever has only headers can ask.
void plain.session(new Headers())
void plain.session({ headers: { cookie: 'a=b', 'x-list': ['a', 'b'] } })
void ((incoming: import('node:http').IncomingMessage) => plain.session(incoming))
void ((incoming: import('node:http2').Http2ServerRequest) => plain.session(incoming))
// @ts-expect-error an id is a question to accounts(), not to session()
void plain.session('user-id')
