import { expectTypeOf } from 'vitest'
import { createNativeClient, type NativeClientOptions } from '../../src/client/native.ts'
import { toHono } from '../../src/frameworks/hono.ts'
import { Auth, type AuthInstance, type Outcome } from '../../src/index.ts'
import {
  type AppKey,
  type NativeApp,
  type NativeAppCalls,
  NativeApps,
  type NativeAppsPart,
} from '../../src/parts/native-apps.ts'
import type { Android, CodeKitName, Desktop, Ios, Minis } from '../../src/parts/tiktok-kits.ts'
import Google from '../../src/providers/google.ts'
import TikTok from '../../src/providers/tiktok.ts'

declare const request: Request
declare const options: NativeClientOptions

const app = { id: 'acme', name: 'Acme', redirects: ['com.acme.app:/signed-in'] }
const auth = Auth({
  providers: [Google],
  parts: [NativeApps([{ ...app, idTokens: { google: ['an-app'] } }])],
})
const token = { app: 'acme', idToken: 'a token', nonce: 'a nonce' }

expectTypeOf(auth.exchange(request, 'google', token)).resolves.toEqualTypeOf<AppKey>()
expectTypeOf(
  auth.exchange(request, 'google', { ...token, browser: true }),
).resolves.toEqualTypeOf<Outcome>()

// @ts-expect-error: a nonce is demanded
auth.exchange(request, 'google', { app: 'acme', idToken: 'a token' })
// @ts-expect-error: it belongs to an app
auth.exchange(request, 'google', { idToken: 'a token', nonce: 'a nonce' })
// @ts-expect-error: a platform may have several clients
NativeApps([{ ...app, idTokens: { google: 'an-app' } }])

const client = createNativeClient<typeof auth>(options)
expectTypeOf(client.signInWithIdToken('google', async () => null))
  .resolves.exclude<null>()
  .toHaveProperty('user')
// @ts-expect-error: the sheet returns the id token
client.signInWithIdToken('google', async () => 'a token')

client.signInWithCode('tiktok', 'ios', async () => null)
// @ts-expect-error: there is no such kit
client.signInWithCode('tiktok', 'iphone', async () => null)

toHono(auth)
expectTypeOf(auth).toMatchTypeOf<AuthInstance>()

const without = Auth({ providers: [Google] })
// @ts-expect-error: there are no apps
without.exchange

// Where the apps are written out, their names and those of their platforms are checked, and so are the names of kits.
const own = NativeApps([
  {
    id: 'acme',
    name: 'Acme',
    redirects: ['com.acme.app:/signed-in'],
    idTokens: { google: ['an-app'] },
  },
  { id: 'mini', name: 'Mini', redirects: ['com.acme.mini:/signed-in'] },
])
const named = Auth({ providers: [Google, TikTok], parts: [own] })
const code = { code: 'a code', codeVerifier: 'a verifier' }
expectTypeOf(
  named.exchange(request, 'tiktok', { app: 'acme', kit: 'ios', ...code }),
).resolves.toEqualTypeOf<AppKey>()
expectTypeOf(
  named.exchange(request, 'tiktok', { app: 'mini', kit: 'minis', ...code, browser: true }),
).resolves.toEqualTypeOf<Outcome>()
expectTypeOf(
  named.exchange(request, 'google', { ...token, app: 'acme' }),
).resolves.toEqualTypeOf<AppKey>()
// @ts-expect-error: there is no such kit
named.exchange(request, 'tiktok', { app: 'acme', kit: 'iphone', ...code })
// @ts-expect-error: a QR code is scanned, and gives an app nothing
named.exchange(request, 'tiktok', { app: 'acme', kit: 'qr', ...code })
// @ts-expect-error: no app brings id tokens of it
named.exchange(request, 'tiktok', { ...token, app: 'acme' })
// @ts-expect-error: there is no such provider
named.exchange(request, 'gogle', { ...token, app: 'acme' })
// @ts-expect-error: there is no such app
named.exchange(request, 'google', { ...token, app: 'acne' })
// @ts-expect-error: there is no such app
named.exchange(request, 'tiktok', { app: 'acne', kit: 'ios', ...code })
expectTypeOf<
  ReturnType<typeof Ios | typeof Android | typeof Desktop | typeof Minis>['name']
>().toEqualTypeOf<CodeKitName>()

// Whoever expects any apps gets these.
const anyPart: NativeAppsPart = own
const anyAuth: AuthInstance & NativeAppCalls = named
expectTypeOf(anyPart.name).toEqualTypeOf<string>()
expectTypeOf(anyAuth.exchange(request, 'whoever', token)).resolves.toEqualTypeOf<AppKey>()

// What the types do not tell is not held against anybody.
declare const list: readonly NativeApp[]
Auth({ providers: [Google], parts: [NativeApps(list)] }).exchange(request, 'whoever', token)
