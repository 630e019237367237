import { createClient } from '../../src/client/index.ts'
import { Auth, type AuthConfig, type UserEvent } from '../../src/index.ts'
import { ChangeEmail } from '../../src/parts/change-email.ts'
import { Operators } from '../../src/parts/operators.ts'
import GitHub from '../../src/providers/github.ts'
import Guest from '../../src/providers/guest.ts'
import { type Equal, holds } from './equal.ts'

declare const request: Request

const auth = Auth({
  providers: [Guest, GitHub],
  parts: [ChangeEmail(), Operators()],
  events: { promoteGuest: ({ userId }: UserEvent) => console.log(userId) },
})

// Guests have a session that says so, in code and on a page.
const session = await auth.requireSession(request)
holds<Equal<typeof session.user.guest, true | undefined>>()
const client = createClient<typeof auth>()
const seen = client.get().session
if (seen) holds<Equal<typeof seen.user.guest, true | undefined>>()
if (seen) holds<Equal<NonNullable<typeof seen.actor>['id'], string>>()
void client.signIn('guest')

holds<Equal<ReturnType<typeof auth.guests.sweep>, Promise<number>>>()

// The calls of two parts stand beside each other.
void auth.users.changeEmail(request, { email: 'ada@acme.example' })
void auth.users.confirmEmail(request, { code: '123456' })
void auth.users.block('the id of a user')
// @ts-expect-error: a proof is a code or a token
void auth.users.confirmEmail(request, {})

// `merge` gets both users, and a way into the transaction where there is one.
Guest({
  merge: async ({ from, to, connection }) => {
    await connection?.query('update drafts set owner = ? where owner = ?', [to.id, from.id])
  },
})

const without = Auth({ providers: [GitHub] })
// @ts-expect-error: there are no guests
without.guests
// @ts-expect-error: addresses cannot be changed
without.users.changeEmail

// A widened list of providers may have guests.
const widened = Auth({ providers: [Guest] as NonNullable<AuthConfig['providers']> })
void widened.session(request)
