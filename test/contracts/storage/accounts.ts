import { expect, test } from 'vitest'
import type { StoredAccount } from '../../../src/types/storage.ts'
import { newAccount, unique } from '../../storage/people.ts'
import { race, type Stage } from './stage.ts'

const conflict = { code: 'StorageConflict' }

const tokens = {
  access_token: 'act.example',
  refresh_token: 'rft.example',
  id_token: 'a.b.c',
  token_type: 'bearer',
  scope: 'user.info.basic',
  expires_at: 1_800_000_000,
  refresh_expires_at: 1_900_000_000,
  accountName: 'ada@platform.example',
}

/** Accounts at platforms, each of one user, with their tokens. */
export function accountsContract(stage: Stage): void {
  linkingContract(stage)
  readingContract(stage)
  changingContract(stage)
  replacingContract(stage)
}

function linkingContract({ use, person, can, promises }: Stage): void {
  test('finds a person by the account of a platform, and not after it is unlinked', async () => {
    const ada = await person()
    const account = newAccount(ada.id)
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    expect((await use().getUserByAccount({ providerAccountId, provider }))?.id).toBe(ada.id)
    const other = { provider: 'another', providerAccountId }
    expect(await use().getUserByAccount(other)).toBeNull()
    await use().unlinkAccount({ provider, providerAccountId })
    expect(await use().getUserByAccount({ provider, providerAccountId })).toBeNull()
    expect(await use().getUser(ada.id)).not.toBeNull()
  })

  test('finds the whole user by an account', async () => {
    const emailVerified = new Date('2026-02-03T04:05:06.789Z')
    const ada = await person({ name: 'Ada', emailVerified })
    const account = newAccount(ada.id)
    await use().linkAccount(account)
    const { email } = ada
    expect(await use().getUserByAccount(account)).toMatchObject({
      ...{ id: ada.id, name: 'Ada', email, emailVerified },
    })
  })

  test('gives an account to one user only', async () => {
    const [ada, bob] = [await person(), await person()]
    const account = newAccount(ada.id)
    await use().linkAccount(account)
    const stolen = use().linkAccount({ ...account, userId: bob.id })
    await expect(stolen).rejects.toMatchObject(conflict)
    expect((await use().getUserByAccount(account))?.id).toBe(ada.id)
  })

  can('transaction')('gives an account to one of ten who link it at once', async () => {
    const people = await Promise.all(Array.from({ length: 10 }, () => person()))
    const account = newAccount('')
    const link = async (userId: string) => {
      await use().linkAccount({ ...account, userId })
      return userId
    }
    const { done, refused } = await race(10, (place) => link(people[place]?.id ?? ''))
    expect(done).toHaveLength(1)
    expect(refused).toEqual(Array.from({ length: 9 }, () => conflict.code))
    expect((await use().getUserByAccount(account))?.id).toBe(done[0])
  })

  test('tells ids of a platform apart by case and by a space at the end', async () => {
    const ada = await person()
    const account = newAccount(ada.id)
    await use().linkAccount({ ...account, providerAccountId: `${account.providerAccountId}x` })
    for (const ending of ['X', 'x ']) {
      const providerAccountId = account.providerAccountId + ending
      expect(await use().getUserByAccount({ ...account, providerAccountId })).toBeNull()
    }
  })

  promises('noOwners')('refuses an account of nobody as a conflict', async () => {
    const account = newAccount(crypto.randomUUID())
    await expect(use().linkAccount(account)).rejects.toMatchObject(conflict)
    expect(await use().getUserByAccount(account)).toBeNull()
  })
}

function readingContract({ use, person, can }: Stage): void {
  can('getAccount', 'listAccounts')('returns an account with its tokens', async () => {
    const ada = await person()
    const account = { ...newAccount(ada.id), ...tokens, open_id: 'o-1', granted: ['a', 'b'] }
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    expect(await use().getAccount(providerAccountId, provider)).toMatchObject(account)
    expect(await use().listAccounts(ada.id)).toMatchObject([account])
    expect(await use().getAccount('nothing', provider)).toBeNull()
    expect(await use().getAccount(providerAccountId, 'another')).toBeNull()
    expect(await use().listAccounts(crypto.randomUUID())).toEqual([])
  })

  can('getAccount', 'listAccounts')('lists all accounts of a user and no other', async () => {
    const [ada, bob] = [await person(), await person()]
    const hers = ['one', 'two', 'two'].map((provider) => ({ ...newAccount(ada.id), provider }))
    for (const account of [...hers, newAccount(bob.id)]) await use().linkAccount(account)
    expect(sort(await use().listAccounts(ada.id))).toMatchObject(sort(hers))
    const [first, ...others] = hers
    if (first) await use().unlinkAccount(first)
    expect(sort(await use().listAccounts(ada.id))).toMatchObject(sort(others))
    expect(await use().getAccount(first?.providerAccountId ?? '', 'one')).toBeNull()
  })

  can('listAccounts')('takes the unlinking of an account that is not there for done', async () => {
    const ada = await person()
    const account = newAccount(ada.id)
    await use().linkAccount(account)
    await use().unlinkAccount({ provider: 'platform', providerAccountId: unique() })
    await use().unlinkAccount({ ...account, provider: 'another' })
    expect(await use().listAccounts(ada.id)).toMatchObject([account])
  })
}

function changingContract({ use, person, can }: Stage): void {
  can('updateAccount', 'getAccount')('replaces old tokens, and keeps other fields', async () => {
    const ada = await person()
    const account = { ...newAccount(ada.id), ...tokens, open_id: 'o-1' }
    const other = { ...newAccount(ada.id), ...tokens }
    for (const each of [account, other]) await use().linkAccount(each)
    const { provider, providerAccountId } = account
    const key = { provider, providerAccountId }
    const fresh = { access_token: 'new', expires_at: 1_900_000_000, advertiser: 'x' }
    expect(await use().updateAccount({ ...key, ...fresh })).toBe(true)
    const found = await use().getAccount(providerAccountId, provider)
    expect(found).toMatchObject({ ...account, ...fresh })
    expect(await use().updateAccount({ ...key, providerAccountId: 'none', scope: '' })).toBe(false)
    expect(await use().getAccount(other.providerAccountId, provider)).toMatchObject(other)
  })

  can('updateAccount', 'getAccount')('keeps a token whose new value is undefined', async () => {
    const account = { ...newAccount((await person()).id), ...tokens }
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    const unsaid = { refresh_token: undefined, scope: undefined } as unknown as { scope?: string }
    const changes = { ...unsaid, access_token: 'act.new' }
    expect(await use().updateAccount({ provider, providerAccountId, ...changes })).toBe(true)
    const expected = { ...account, access_token: 'act.new' }
    expect(await use().getAccount(providerAccountId, provider)).toMatchObject(expected)
    const sent = tokens.refresh_token
    expect(await use().replaceTokens(account, sent, { ...unsaid, id_token: 'd.e.f' })).toBe(true)
    const kept = await use().getAccount(providerAccountId, provider)
    expect(kept).toMatchObject({ ...expected, id_token: 'd.e.f' })
  })

  can('updateAccount', 'getAccount')('changes an account for its owner only', async () => {
    const [ada, bob] = [await person(), await person()]
    const account = { ...newAccount(ada.id), ...tokens, open_id: 'o-1' }
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    const change = (changes: Partial<StoredAccount>) =>
      use().updateAccount({ provider, providerAccountId, ...changes })
    const read = () => use().getAccount(providerAccountId, provider)
    expect(await change({ userId: bob.id, scope: 'stolen' })).toBe(false)
    expect(await change({ userId: bob.id, advertiser: 'stolen' })).toBe(false)
    expect(await change({ userId: bob.id })).toBe(false)
    expect(await read()).toMatchObject(account)
    expect(await change({ userId: ada.id, scope: 'own', advertiser: 'own' })).toBe(true)
    expect(await change({ userId: ada.id, scope: 'own' })).toBe(true)
    expect(await change({ userId: ada.id })).toBe(true)
    expect(await read()).toMatchObject({ ...account, scope: 'own', advertiser: 'own' })
  })

  can('updateAccount', 'getAccount')(
    'loses none of five fields that are written at once',
    async () => {
      const account = { ...newAccount((await person()).id), ...tokens }
      await use().linkAccount(account)
      const { provider, providerAccountId } = account
      const fields = Object.fromEntries(
        Array.from({ length: 5 }, (_, place) => [`f${place}`, place]),
      )
      const { done } = await race(5, (place) =>
        use().updateAccount({ provider, providerAccountId, [`f${place}`]: place }),
      )
      expect(done).toEqual(Array.from({ length: 5 }, () => true))
      expect(await use().getAccount(providerAccountId, provider)).toMatchObject({
        ...account,
        ...fields,
      })
    },
  )
}

function replacingContract({ use, person, can }: Stage): void {
  const connected = async (more: Partial<StoredAccount> = {}) => {
    const account = { ...newAccount((await person()).id), refresh_token: 'old', ...more }
    await use().linkAccount(account)
    const { provider, providerAccountId } = account
    return { account, key: { provider, providerAccountId } }
  }

  can('replaceTokens')('replaces tokens if the stored one is the one that was sent', async () => {
    const { account, key } = await connected({ open_id: 'o-1', scope: 'a' })
    const fresh = { refresh_token: 'new', access_token: 'act.new', granted: ['b'] }
    expect(await use().replaceTokens(key, 'old', fresh)).toBe(true)
    const found = await use().getAccount(key.providerAccountId, key.provider)
    expect(found).toMatchObject({ ...account, ...fresh })
  })

  can('replaceTokens')('changes nothing for whoever knows an older token', async () => {
    const { account, key } = await connected()
    expect(await use().replaceTokens(key, 'older', { refresh_token: 'lost' })).toBe(false)
    const found = await use().getAccount(key.providerAccountId, key.provider)
    expect(found).toMatchObject(account)
    const nobody = { ...key, providerAccountId: unique() }
    expect(await use().replaceTokens(nobody, 'old', { refresh_token: 'new' })).toBe(false)
  })

  can('replaceTokens')('lets one of ten replace the same token at once', async () => {
    const { key } = await connected()
    const { done } = await race(10, async () => {
      const refresh_token = unique()
      return (await use().replaceTokens(key, 'old', { refresh_token })) ? [refresh_token] : []
    })
    expect(done).toHaveLength(10)
    const [winner, ...others] = done.flat()
    expect(others).toEqual([])
    const found = await use().getAccount(key.providerAccountId, key.provider)
    expect(found?.refresh_token).toBe(winner)
  })
}

function sort(accounts: StoredAccount[]): StoredAccount[] {
  return accounts.toSorted((a, b) => (a.providerAccountId < b.providerAccountId ? -1 : 1))
}
