import { expect, test } from 'vitest'
import { newAccount, newPasskey, newSession, newUser, unique } from '../../storage/people.ts'
import { later, type Stage } from './stage.ts'

/** Text that no database can hold: NUL, and each half of a surrogate pair by itself. */
const impossible = ['\0', '\uD800', '\uDC00'] as const
const refused = { code: 'InvalidRequest' }

/** Two texts each, which are the same once they are joined with something between them. */
const pairs = [':', '%3A', ' ', '/', '\n', ',', '"', "'", '\\', '|'].map(
  (between) => [[`a${between}b`, 'c'], ['a', `b${between}c`], between] as const,
)

/** Keys of several parts are told apart by their parts. */
export function keysContract({ use, person, promises }: Stage): void {
  for (const [one, other, between] of pairs) {
    promises('joinsKeys')(
      `tells keys apart whose parts have ${JSON.stringify(between)} in them`,
      async () => {
        const own = unique()
        const [ada, bob] = [await person(), await person()]
        const accounts = [one, other].map(([provider, id], place) => {
          const owner = place === 0 ? ada : bob
          return { ...newAccount(owner.id), provider, providerAccountId: id + own }
        })
        for (const account of accounts) await use().linkAccount(account)
        for (const account of accounts)
          expect((await use().getUserByAccount(account))?.id).toBe(account.userId)
        const tokens = [one, other].map(([identifier, token]) => ({
          identifier,
          token: token + own,
          expires: later,
        }))
        for (const token of tokens) await use().createVerificationToken(token)
        for (const token of tokens) expect(await use().useVerificationToken(token)).toEqual(token)
      },
    )
  }
}

/** Such text is nobody's on reading and is refused on writing; it is never taken for what a driver would make of it. */
export function textContract(stage: Stage): void {
  for (const character of impossible) {
    const name = JSON.stringify(character)
    textStory(stage, character, name)
    optionalTextStory(stage, character, name)
  }
}

function textStory({ use, person }: Stage, character: string, name: string): void {
  test(`finds nobody by text with ${name}, not even whom U+FFFD finds`, async () => {
    const text = `${unique()}${character}`
    const replaced = text.toWellFormed().replaceAll('\0', '\uFFFD')
    const ada = await person({ email: `${replaced}@a.test` })
    const account = { ...newAccount(ada.id), providerAccountId: replaced }
    const session = { ...newSession(ada.id), sessionToken: replaced }
    await use().linkAccount(account)
    await use().createSession(session)
    expect(await use().getUserByEmail(`${text}@a.test`)).toBeNull()
    expect(await use().getUser(text)).toBeNull()
    const key = { provider: account.provider, providerAccountId: text }
    expect(await use().getUserByAccount(key)).toBeNull()
    expect(await use().getSessionAndUser(text)).toBeNull()
    const token = { identifier: text, token: text }
    expect(await use().useVerificationToken(token)).toBeNull()
    await use().unlinkAccount(key)
    await use().deleteSession(text)
    expect((await use().getUserByAccount(account))?.id).toBe(ada.id)
    expect((await use().getSessionAndUser(replaced))?.user.id).toBe(ada.id)
  })

  test(`refuses to write text with ${name}`, async () => {
    const ada = await person()
    const text = `${unique()}${character}`
    const writes = [
      () => use().createUser(newUser({ name: text })),
      () => use().createUser(newUser({ email: `${text}@a.test` })),
      () => use().updateUser({ id: ada.id, name: text }),
      () => use().linkAccount({ ...newAccount(ada.id), providerAccountId: text }),
      () => use().linkAccount({ ...newAccount(ada.id), details: { deep: [text] } }),
      () => use().createSession({ ...newSession(ada.id), sessionToken: text }),
      () => use().createVerificationToken({ identifier: text, token: 'a', expires: later }),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject(refused)
    expect(await use().getUser(ada.id)).toMatchObject({ name: ada.name })
  })
}

function optionalTextStory({ use, person, can }: Stage, character: string, name: string): void {
  can(
    'claim',
    'lease',
    'audit',
    'replaceTokens',
    'deleteAuthenticator',
  )(`treats text with ${name} alike in everything else`, async () => {
    const ada = await person()
    const text = `${unique()}${character}`
    await expect(use().claim(text, later)).rejects.toMatchObject(refused)
    await expect(use().lease(text, 60, 'a')).rejects.toMatchObject(refused)
    await expect(use().hit(text, 60)).rejects.toMatchObject(refused)
    await use().release(text)
    await use().releaseLease(text, 'a')
    expect(await use().listAccounts(text)).toEqual([])
    expect(await use().listSessions(text)).toEqual([])
    expect(await use().listAuthenticatorsByUserId(text)).toEqual([])
    expect(await use().listAudit(text)).toEqual([])
    expect(await use().deleteSessions(text)).toBe(0)
    expect(await use().getAuthenticator(text)).toBeNull()
    await use().deleteAuthenticator(text)
    await use().deleteUser(text)
    const passkey = use().createAuthenticator({ ...newPasskey(ada.id), credentialID: text })
    await expect(passkey).rejects.toMatchObject(refused)
    await use().transaction(async (inside) => {
      expect(await inside.lockUser?.(text)).toBeNull()
      expect(await inside.getUser?.(text)).toBeNull()
      expect(await inside.getUser?.(ada.id)).not.toBeNull()
    })
    const at = new Date('2026-01-01')
    await use().audit({ at, event: 'signIn', userId: ada.id, detail: { typed: text } })
    const typed = text.toWellFormed().replaceAll('\0', '\uFFFD')
    expect(await use().listAudit(ada.id)).toMatchObject([{ detail: { typed } }])
  })
}
