import { expectTypeOf } from 'vitest'
import { toHono } from '../../src/frameworks/hono.ts'
import type { Session, Storage } from '../../src/index.ts'
import { Auth, type AuthInstance, type UserEvent } from '../../src/index.ts'
import { Operators, type UserExport, type UserPage } from '../../src/parts/operators.ts'
import GitHub from '../../src/providers/github.ts'

declare const request: Request

const auth = Auth({
  providers: [GitHub],
  parts: [Operators({ mayImpersonate: (actor, user) => actor.id !== user.id })],
  events: { blockUser: ({ userId }: UserEvent) => console.log(userId) },
})

// The calls stand beside those that every application has.
expectTypeOf(auth.users.get({ userId: 'a' })).resolves.toEqualTypeOf<
  Awaited<ReturnType<NonNullable<Storage['getUser']>>>
>()
expectTypeOf(auth.users.list({ query: 'a' })).resolves.toEqualTypeOf<UserPage>()
expectTypeOf(auth.users.export('a')).resolves.toEqualTypeOf<UserExport>()
expectTypeOf(auth.users.block('a', { reason: 'spam' })).resolves.toEqualTypeOf<void>()
expectTypeOf(auth.users.impersonate(request, 'a', { reason: 'help' })).resolves.toHaveProperty(
  'headers',
)
expectTypeOf(auth.audit.list({ event: 'signIn' })).resolves.toHaveProperty('entries')
expectTypeOf<NonNullable<Session['actor']>['id']>().toEqualTypeOf<string>()

// @ts-expect-error: a reason is needed
auth.users.impersonate(request, 'a', {})
// @ts-expect-error: only a boolean allows it
Operators({ mayImpersonate: () => 'yes' })

toHono(auth)
expectTypeOf(auth).toMatchTypeOf<AuthInstance>()

const without = Auth({ providers: [GitHub] })
// @ts-expect-error: there are no operators
without.users.block
// @ts-expect-error: there are no operators
without.audit
