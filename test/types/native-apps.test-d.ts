import { expectTypeOf } from 'vitest'
import { createNativeClient, type NativeClientOptions } from '../../src/client/native.ts'
import { toHono } from '../../src/frameworks/hono.ts'
import { Auth, type AuthInstance, type Outcome } from '../../src/index.ts'
import { type AppKey, NativeApps } from '../../src/parts/native-apps.ts'
import Google from '../../src/providers/google.ts'

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

toHono(auth)
expectTypeOf(auth).toMatchTypeOf<AuthInstance>()

const without = Auth({ providers: [Google] })
// @ts-expect-error: there are no apps
without.exchange
