import { expect } from 'vitest'
import { newSession, unique } from '../../storage/people.ts'
import { later, past, type Stage } from './stage.ts'

/** What has expired goes; nothing else does. */
export function sweepContract({ use, person, can }: Stage): void {
  can('sweep', 'claim')('sweeps away what has expired and nothing else', async () => {
    const user = await person()
    const [old, alive] = [newSession(user.id), newSession(user.id)]
    await use().createSession({ ...old, expires: past })
    await use().createSession({ ...alive, expires: later })
    const [token, kept] = [unique(), unique()].map((each) => ({
      identifier: 'a@a.test',
      token: each,
    }))
    if (!token || !kept) throw new Error('two tokens')
    await use().createVerificationToken({ ...token, expires: past })
    await use().createVerificationToken({ ...kept, expires: later })
    const [held, counted] = [unique(), unique()]
    await use().claim(held, later)
    await use().hit(counted, 3600)
    for (let gone = 1; gone > 0; ) gone = await use().sweep()
    expect(await use().getSessionAndUser(old.sessionToken)).toBeNull()
    expect(await use().useVerificationToken(token)).toBeNull()
    expect(await use().getSessionAndUser(alive.sessionToken)).not.toBeNull()
    expect(await use().useVerificationToken(kept)).toEqual({ ...kept, expires: later })
    expect(await use().claim(held, later)).toBe(false)
    expect(await use().hit(counted, 3600)).toBe(2)
    expect(await use().getUser(user.id)).not.toBeNull()
  })
}
