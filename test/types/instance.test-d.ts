import { Auth, type ProviderId, type ProviderOptions, type Session } from '../../src/index.ts'
import Apple from '../../src/providers/apple.ts'
import Email from '../../src/providers/email.ts'
import GenericOAuth from '../../src/providers/generic-oauth.ts'
import GenericOIDC from '../../src/providers/generic-oidc.ts'
import GitHub from '../../src/providers/github.ts'
import GitLab from '../../src/providers/gitlab.ts'
import Google from '../../src/providers/google.ts'
import Keycloak from '../../src/providers/keycloak.ts'
import Resend from '../../src/providers/resend.ts'
import TikTok from '../../src/providers/tiktok.ts'
import type { PlatformFacts } from '../../src/types/dialect.ts'
import type { OAuthUserConfig, OIDCConfig } from '../../src/types/provider.ts'
import type { customFetch } from '../../src/types/provider-function.ts'
import { type Equal, holds } from './equal.ts'

interface P {
  sub: string
}

// The options of a provider are the specification's and ours, written out for the compiler's sake. What the environment may lack may be
// undefined. What only OpenID Connect has, and what has no name, gets lost where the specification joins both kinds.
type Lost = Pick<OIDCConfig<P>, 'idToken'> & { [customFetch]?: typeof fetch }
type FromEnvironment = 'clientId' | 'clientSecret' | 'issuer' | 'redirectProxyUrl' | 'wellKnown'
type Flat<T> = { [Key in keyof T]: Key extends FromEnvironment ? T[Key] | undefined : T[Key] }
holds<Equal<Flat<ProviderOptions<P>>, Flat<OAuthUserConfig<P> & PlatformFacts & Lost>>>()

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

// An id that the options say takes the place of the platform's own.
const work = Google({ id: 'work' })
holds<Equal<(typeof work)['id'], 'work'>>()
holds<Equal<ReturnType<typeof Google>['id'], string>>()
const own = TikTok({ id: 'club', fields: ['username'] })
holds<Equal<(typeof own)['id'], 'club'>>()
const plainGoogle = Google({ profile: ({ sub }) => ({ id: sub }) })
holds<Equal<(typeof plainGoogle)['id'], 'google'>>()
const both = Auth({ providers: [work, own, GitHub] })
type Ids = Extract<Parameters<typeof both.accessToken>[1], string>
holds<'work' extends Ids ? true : false>()
holds<Equal<ProviderId<typeof work | typeof own | typeof GitHub>, 'work' | 'club' | 'github'>>()

// What the environment may lack may be undefined.
const { env } = process
Google({ clientId: env.A, clientSecret: env.B, redirectProxyUrl: env.C })
Keycloak({ issuer: env.A })
Apple({ teamId: env.A, keyId: env.B, privateKey: env.C })
TikTok({ clientId: env.A, clientSecret: env.B })
GitHub({ clientId: env.A, enterprise: { baseUrl: env.B } })
GitLab({ clientId: env.A, baseUrl: env.B })
GenericOAuth({
  authorization: 'https://platform.test/authorize',
  token: 'https://platform.test/token',
  userinfo: 'https://platform.test/userinfo',
  profile: { id: 'sub' },
  clientId: env.A,
  clientSecret: env.B,
})
GenericOIDC({ issuer: env.A })
Resend({ apiKey: env.A, from: env.B })
Email({ server: env.A, from: env.B })
Auth({
  providers: [],
  secret: env.A,
  url: env.B,
  database: env.C,
  redirectProxyUrl: env.D,
  cookies: { domain: env.E },
})
holds<{ provider: 'tiktok'; account: string } extends Id ? true : false>()
// @ts-expect-error an account is named with its provider
holds<{ account: string } extends Id ? true : false>()

// Limits have names that are known.
Auth({ providers: [], limits: { mail: { perAccount: 3 } } })
// @ts-expect-error nothing has this limit
Auth({ providers: [], limits: { males: { perAccount: 3 } } })

// Whoever has only headers can ask.
void plain.session(new Headers())
void plain.session({ headers: { cookie: 'a=b', 'x-list': ['a', 'b'] } })
void ((incoming: import('node:http').IncomingMessage) => plain.session(incoming))
void ((incoming: import('node:http2').Http2ServerRequest) => plain.session(incoming))
// @ts-expect-error an id is a question to accounts(), not to session()
void plain.session('user-id')
