import { expect, test } from 'vitest'
import { many, unique } from '../../storage/people.ts'
import { later, past, type Stage } from './stage.ts'

/** One-time tokens: whoever uses one first has used it. */
export function oneTimeTokensContract({ use, can, promises }: Stage): void {
  test('returns a one-time token once, and only for its identifier', async () => {
    const token = { identifier: `${unique()}@a.test`, token: unique(), expires: later }
    await use().createVerificationToken(token)
    const { identifier, expires: _, ...rest } = token
    const other = await use().useVerificationToken({ identifier: 'other@a.test', ...rest })
    expect(other).toBeNull()
    expect(await use().useVerificationToken({ identifier, ...rest })).toEqual(token)
    expect(await use().useVerificationToken({ identifier, ...rest })).toBeNull()
  })

  test('keeps the tokens of one identifier apart', async () => {
    const identifier = `${unique()}@a.test`
    const tokens = [0, 1].map((more) => ({
      identifier,
      token: unique(),
      expires: new Date(later.getTime() + more),
    }))
    for (const token of tokens) await use().createVerificationToken(token)
    expect(await use().useVerificationToken({ identifier, token: unique() })).toBeNull()
    for (const token of tokens.toReversed()) {
      expect(await use().useVerificationToken(token)).toEqual(token)
    }
  })

  can('getVerificationToken')('shows a one-time token without using it up', async () => {
    const token = { identifier: `${unique()}@a.test`, token: unique(), expires: later }
    await use().createVerificationToken(token)
    const { expires: _, ...key } = token
    expect(await use().getVerificationToken({ ...key, identifier: 'other@a.test' })).toBeNull()
    expect(await use().getVerificationToken(key)).toEqual(token)
    expect(await use().useVerificationToken(key)).toEqual(token)
    expect(await use().getVerificationToken(key)).toBeNull()
  })

  promises('forgets')('returns a token that is over: the engine judges its age', async () => {
    const token = { identifier: `${unique()}@a.test`, token: unique(), expires: past }
    await use().createVerificationToken(token)
    expect(await use().useVerificationToken(token)).toEqual(token)
    expect(await use().useVerificationToken(token)).toBeNull()
  })

  can('claim')('gives a one-time token to one of twenty who use it at once', async () => {
    const token = { identifier: 'race@a.test', token: unique(), expires: later }
    await use().createVerificationToken(token)
    const { expires: _, ...key } = token
    const results = await many(20, () => use().useVerificationToken(key))
    expect(results.filter((result) => result !== null)).toEqual([token])
  })
}
