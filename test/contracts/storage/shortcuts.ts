import { expect } from 'vitest'
import { newAccount, newSession, newUser, unique } from '../../storage/people.ts'
import type { Stage } from './stage.ts'

const line = (event: string) => ({ event, at: new Date('2026-01-02T03:04:05.678Z') })

/** Operations that do several things at once: what they wrote is where the others look, or they have done nothing. */
export function shortcutsContract({ use, person, can }: Stage): void {
  /** The storage, where an operation may be missing. */
  const maybe = () => ({ ...use() }) as Partial<ReturnType<typeof use>>

  can('listSessions')('ends a session at once where it is, or leaves it alone', async () => {
    const ada = await person()
    const session = newSession(ada.id)
    await use().createSession(session)
    const isDone = (await maybe().endSession?.(session.sessionToken, line('signOut'))) === true
    const found = await use().getSessionAndUser(session.sessionToken)
    const told = await use().listAudit(ada.id)
    expect([found?.user.id, told.map(({ event }) => event)]).toEqual(
      isDone ? [undefined, ['signOut']] : [ada.id, []],
    )
  })

  can('listSessions')('begins the session of a new user where it is read, or none', async () => {
    const user = newUser()
    const { userId: _, ...account } = newAccount(user.id)
    const { userId: __, ...session } = newSession(user.id)
    const made = await maybe().signUp?.({ user, account, session, lines: [line('signIn')] })
    const found = await use().getSessionAndUser(session.sessionToken)
    expect(found?.user.id).toBe(made?.id)
    expect((await use().getUserByEmail(user.email ?? ''))?.id).toBe(made?.id)
  })

  can('listSessions')('begins the session of a known user where it is read, or none', async () => {
    const ada = await person()
    const { userId, ...account } = newAccount(ada.id)
    await use().linkAccount({ ...account, userId })
    const { userId: _, ...before } = newSession(ada.id)
    await use().createSession({ ...before, userId })
    const { userId: __, ...session } = newSession(ada.id)
    const { provider, providerAccountId } = account
    const signedIn = await maybe().signInAgain?.({
      account: { provider, providerAccountId, access_token: unique() },
      ...{ session, replaces: before.sessionToken, lines: [line('signIn')] },
    })
    const open = (await use().listSessions(ada.id)).map(({ sessionToken }) => sessionToken)
    expect(open).toEqual([signedIn ? session.sessionToken : before.sessionToken])
  })

  can('lease', 'listAccounts')(
    'takes a lease with an account where it is asked for, or none',
    async () => {
      const ada = await person()
      const account = { ...newAccount(ada.id), refresh_token: unique() }
      await use().linkAccount(account)
      const lease = { key: unique(), owner: unique() }
      const leased = await maybe().leaseAccount?.(account, { ...lease, seconds: 60 })
      expect(await use().lease(lease.key, 60, 'another')).toBe(!leased)
      const tokens = { access_token: unique(), refresh_token: unique() }
      const isOver =
        leased &&
        (await maybe().endRefresh?.(leased, account.refresh_token, tokens, lease)) === true
      expect(await use().lease(lease.key, 60, 'another')).toBe(!leased || isOver)
    },
  )
}
