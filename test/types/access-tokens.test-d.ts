import { expectTypeOf } from 'vitest'
import { accessTokens } from '../../src/client/access-tokens.ts'
import { toHono } from '../../src/frameworks/hono.ts'
import { toSvelteKit } from '../../src/frameworks/sveltekit.ts'
import { Auth, type AuthInstance, type UserEvent } from '../../src/index.ts'
import { type AccessTokenNamespace, AccessTokens } from '../../src/parts/access-tokens.ts'
import GitHub from '../../src/providers/github.ts'
import type { Session } from '../../src/types/models.ts'

declare const request: Request

const auth = Auth({
  providers: [GitHub],
  parts: [AccessTokens({ scopes: ['read', 'write'], defaultScopes: ['read'] })],
  events: { createAccessToken: ({ userId }: UserEvent) => console.log(userId) },
})

expectTypeOf(auth.tokens).toEqualTypeOf<AccessTokenNamespace<'read' | 'write'>>()
expectTypeOf(auth.requireSession(request, { scopes: ['write'] })).resolves.toEqualTypeOf<Session>()
expectTypeOf<Session['scopes']>().toEqualTypeOf<string[] | undefined>()

// @ts-expect-error: no such scope
auth.requireSession(request, { scopes: ['wriet'] })
// @ts-expect-error: no such scope
auth.session(request, { scopes: ['admin'] })
// @ts-expect-error: no such scope
auth.tokens.create(request, { name: 'CI', scopes: ['admin'] })
// @ts-expect-error: a default is one of the scopes
AccessTokens({ scopes: ['read'], defaultScopes: ['write'] })

const client = accessTokens<typeof auth>()
expectTypeOf(client.create({ name: 'CI', scopes: ['read'] })).resolves.toHaveProperty('token')
// @ts-expect-error: no such scope
client.create({ name: 'CI', scopes: ['admin'] })
// A page gets JSON, where dates are texts.
expectTypeOf((await client.list()).tokens[0]?.createdAt).toEqualTypeOf<string | undefined>()

// Every door takes such an instance, and a function that asks for any.
toHono(auth)
toSvelteKit(auth, { redirect: () => new Error() as never })
expectTypeOf(auth).toMatchTypeOf<AuthInstance>()

const without = Auth({ providers: [GitHub] })
// @ts-expect-error: there are no tokens
without.tokens
