import { describe, expect, test } from 'vitest'
import ja from '../../src/languages/ja.ts'
import { ChangeEmail } from '../../src/parts/change-email.ts'
import { SecondFactor } from '../../src/parts/second-factor.ts'
import Guest from '../../src/providers/guest.ts'
import { memory } from '../../src/storage/memory.ts'
import { errorOf, plain } from '../attacks/stage.ts'
import { addPasskey, signIn as signInWithPasskey } from '../methods/ceremonies.ts'
import { softKey } from '../methods/soft-key.ts'
import { origin, setup } from '../setup.ts'
import { ask, base, emailHouse, password, prove, tokenOf } from './house.ts'

const old = 'ada@old.test'
const next = 'ada@new.test'

describe('a new address', () => {
  test('is the user’s once its code was typed; both addresses are told', async () => {
    const at = await emailHouse()
    const id = await at.enter(old)
    const asked = await ask(at.browser, ' ADA@new.test ')
    expect(asked.headers.get('location')).toBe(`${base}/change-email`)
    expect((await at.storage.getUser(id))?.email).toBe(old)
    const { code, purpose } = await at.letter(next)
    expect(purpose).toBe('confirmNewAddress')
    const page = await (await at.browser.visit(`${base}/change-email`)).text()
    expect(page).toContain(next)
    const done = await prove(at.browser, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(done.headers.get('location')).toBe(`${base}/account`)
    expect(await at.storage.getUser(id)).toMatchObject({
      email: next,
      emailVerified: expect.any(Date),
    })
    expect((await at.browser.session())?.user).toMatchObject({ id, email: next })
    expect((await at.letter(old, 1)).purpose).toBe('addressChanged')
    expect((await at.letter(next, 1)).purpose).toBe('addressChanged')
    expect(at.heard).toEqual(['updateUser', 'changeEmail'])
    const lines = (await at.auth.users.audit({ userId: id })).map(({ event }) => event)
    expect(lines).toContain('changeEmail')
    expect(at.log.errors).toEqual([])
  })

  test('is the user’s once its link was confirmed; a look at the link changes nothing', async () => {
    const at = await emailHouse()
    const id = await at.enter(old)
    await ask(at.browser, next)
    const { link } = await at.letter(next)
    const page = await (await at.browser.visit(link)).text()
    expect(page).toContain(next)
    expect((await at.storage.getUser(id))?.email).toBe(old)
    await prove(at.browser, { token: tokenOf(link) })
    expect((await at.storage.getUser(id))?.email).toBe(next)
    expect(errorOf(await prove(at.browser, { token: tokenOf(link) }))).toBe('Verification')
  })

  test('signs in from then on, and the old one does not', async () => {
    const at = await emailHouse()
    const id = await at.enter(old)
    await ask(at.browser, next)
    await prove(at.browser, { code: (await at.letter(next)).code })
    expect(await at.enter(next, at.open())).toBe(id)
    expect(await at.enter(old, at.open())).not.toBe(id)
  })

  test('is asked for and confirmed by server code', async () => {
    const at = await emailHouse()
    const id = await at.enter(old)
    await at.auth.users.changeEmail(at.browser.headers, { email: next })
    const { link } = await at.letter(next)
    await expect(
      at.auth.users.confirmEmail(at.browser.headers, { code: '000000' }),
    ).rejects.toMatchObject({ code: 'CredentialsSignin' })
    await at.auth.users.confirmEmail(at.browser.headers, { token: tokenOf(link) })
    expect((await at.storage.getUser(id))?.email).toBe(next)
  })

  test('is refused by the mail alone if somebody else proved it: the answer is the same', async () => {
    const at = await emailHouse()
    const owner = await at.enter(next, at.open())
    const id = await at.enter(old)
    const taken = await ask(at.browser, next)
    const free = await ask(at.browser, 'nobody@new.test')
    expect(taken.status).toBe(free.status)
    expect(taken.headers.get('location')).toBe(free.headers.get('location'))
    const { purpose, link, code } = await at.letter(next, 1)
    expect([purpose, link, code]).toEqual(['addressTaken', '', ''])
    expect((await at.storage.getUser(id))?.email).toBe(old)
    expect((await at.storage.getUser(owner))?.email).toBe(next)
  })

  test('goes to whoever proves it, although somebody claims it', async () => {
    const at = await emailHouse()
    await at.storage.createUser({ id: 'claimant', email: next, emailVerified: null })
    const id = await at.enter(old)
    await ask(at.browser, next)
    await prove(at.browser, { code: (await at.letter(next)).code })
    expect((await at.storage.getUser(id))?.email).toBe(next)
    expect((await at.storage.getUser('claimant'))?.email).toBeNull()
    // The application hears of both, and the log has a line about who lost it.
    expect(at.heard).toEqual(['updateUser', 'updateUser', 'changeEmail'])
    const [line] = await at.auth.users.audit({ userId: 'claimant' })
    expect(line).toMatchObject({ event: 'updateUser', detail: { displaced: true } })
  })
})

describe('a change of an address is refused', () => {
  test('by the link of a stranger: the owner of the mailbox keeps it, signed in or not', async () => {
    const at = await emailHouse()
    const attacker = at.open()
    const thief = await at.enter('thief@old.test', attacker)
    await ask(attacker, next)
    const { link, code } = await at.letter(next)
    const stranger = at.open()
    const seen = await stranger.visit(link)
    expect(seen.status).toBe(401)
    expect(await seen.text()).toContain('Sign in to confirm your new address')
    expect(errorOf(await prove(stranger, { token: tokenOf(link) }))).toBe('SessionRequired')
    const id = await at.enter(old)
    expect(errorOf(await prove(at.browser, { token: tokenOf(link) }))).toBe('Verification')
    expect(errorOf(await prove(at.browser, { code }))).toBe('CredentialsSignin')
    expect((await at.storage.getUser(id))?.email).toBe(old)
    expect((await at.storage.getUser(thief))?.email).toBe('thief@old.test')
  })

  test('in an old session, and with less than the user can prove', async () => {
    const at = await emailHouse({ parts: [SecondFactor()] })
    const id = await at.enter(old)
    at.world.clock.advance('61m')
    expect(errorOf(await ask(at.browser, next))).toBe('RecentSignInRequired')
    const auth = at.auth as typeof at.auth & {
      factors: { importTotp(who: object, given: object): Promise<unknown> }
    }
    const again = at.open()
    await at.enter(old, again)
    await auth.factors.importTotp({ userId: id }, { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' })
    const refused = await ask(again, next)
    expect(refused.headers.get('location')).toContain('/step-up')
    expect(at.mails.filter(({ to }) => to === next)).toEqual([])
  })

  test('is refused while they are a guest: a planted session would share it', async () => {
    const guests = [Guest, plain]
    const send = () => undefined
    const storage = memory()
    const parts = [ChangeEmail({ send })]
    const { browser } = await setup({ providers: guests, storage, parts })
    await browser.submit(`${base}/callback/guest`)
    expect(errorOf(await ask(browser, next))).toBe('SessionRequired')
    const page = await (await browser.visit(`${base}/account`)).text()
    expect(page).not.toContain('Change your email address')
  })

  test('by guessing: ten codes an hour are looked at', async () => {
    const limits = { code: { perAccount: 10, perClient: 1000, seconds: 3600 } }
    const at = await emailHouse({ limits })
    const id = await at.enter(old)
    await ask(at.browser, next)
    const { code } = await at.letter(next)
    const wrong = code === '111111' ? '222222' : '111111'
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => prove(at.browser.clone(), { code: wrong })),
    )
    expect(answers.map(errorOf).filter((each) => each === 'CredentialsSignin').length).toBeLessThan(
      11,
    )
    expect(errorOf(await prove(at.browser, { code }))).toBe('RateLimited')
    expect((await at.storage.getUser(id))?.email).toBe(old)
  })

  test('after an hour, or after another wish', async () => {
    const at = await emailHouse()
    await at.enter(old)
    await ask(at.browser, 'first@new.test')
    const first = await at.letter('first@new.test')
    await ask(at.browser, next)
    const second = await at.letter(next)
    expect(errorOf(await prove(at.browser, { token: tokenOf(first.link) }))).toBe('Verification')
    at.world.clock.advance('61m')
    expect(errorOf(await prove(at.browser, { token: tokenOf(second.link) }))).toBe('Verification')
  })

  test('from a page of another site', async () => {
    const at = await emailHouse()
    await at.enter(old)
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const answer = await at.browser.submit(`${base}/change-email`, { email: next }, headers)
    expect(answer.status).toBe(403)
    const from = new Headers(at.browser.headers)
    from.set('origin', 'https://evil.test')
    await expect(at.auth.users.changeEmail(from, { email: next })).rejects.toMatchObject({
      code: 'CrossSite',
    })
  })
})

describe('the old address takes a change back', () => {
  /** A thief in Ada's browser has changed her address, and added what they could. */
  async function stolen() {
    const at = await emailHouse()
    const id = await at.enter(old)
    await at.browser.signIn('plain', { as: 'ada', link: true })
    const own = softKey(origin)
    await addPasskey(at.browser, own)
    at.world.clock.advance('5m')
    await ask(at.browser, next)
    await prove(at.browser, { code: (await at.letter(next)).code })
    const { link } = await at.letter(old, 1)
    at.world.clock.advance('1m')
    const theirs = softKey(origin)
    await addPasskey(at.browser, theirs)
    await at.browser.signIn('plain', { as: 'noor', link: true })
    await at.auth.passwords.set({ userId: id }, password)
    await at.enter(next, at.browser)
    return { ...at, id, link, own, theirs }
  }

  test('within 72 hours: the address is back, and what came since has ended', async () => {
    const at = await stolen()
    at.world.clock.advance('71h')
    const owner = at.open()
    const page = await (await owner.visit(at.link)).text()
    expect(page).toContain(old)
    expect((await at.storage.getUser(at.id))?.email).toBe(next)
    const done = await owner.submit(`${base}/restore-email`, { token: tokenOf(at.link) })
    expect(done.status).toBe(200)
    expect(await done.text()).toContain('Your address is back')
    expect(await at.storage.getUser(at.id)).toMatchObject({
      email: old,
      emailVerified: expect.any(Date),
    })
    expect(await at.browser.session()).toBeNull()
    expect((await at.storage.listAccounts(at.id)).map((each) => each.providerAccountId)).toContain(
      'p-ada',
    )
    expect(
      (await at.storage.listAccounts(at.id)).map((each) => each.providerAccountId),
    ).not.toContain('p-noor')
    expect(await at.auth.passwords.has({ userId: at.id })).toBe(false)
    const robbed = at.open()
    await signInWithPasskey(robbed, at.theirs)
    expect(await robbed.session()).toBeNull()
    await signInWithPasskey(robbed, at.own)
    expect((await robbed.session())?.user.id).toBe(at.id)
    expect(await at.enter(old, at.open())).toBe(at.id)
    expect(await at.enter(next, at.open())).not.toBe(at.id)
    expect(at.heard.filter((event) => event === 'restoreEmail')).toHaveLength(1)
    expect(at.log.errors).toEqual([])
  })

  test('once, and not after 72 hours', async () => {
    const at = await stolen()
    at.world.clock.advance('73h')
    const late = await at.open().submit(`${base}/restore-email`, { token: tokenOf(at.link) })
    expect(late.status).toBe(400)
    expect((await at.storage.getUser(at.id))?.email).toBe(next)
    const again = await stolen()
    const forms = [1, 2, 3].map(() =>
      again.open().submit(`${base}/restore-email`, { token: tokenOf(again.link) }),
    )
    const statuses = (await Promise.all(forms)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 400, 400])
  })

  test('although it was changed a second time, and the second link is worth nothing then', async () => {
    const at = await stolen()
    await ask(at.browser, 'third@new.test')
    await prove(at.browser, { code: (await at.letter('third@new.test')).code })
    const second = await at.letter(next, 3)
    expect(second.link).toContain('/restore-email')
    await at.open().submit(`${base}/restore-email`, { token: tokenOf(at.link) })
    expect((await at.storage.getUser(at.id))?.email).toBe(old)
    const thief = await at.open().submit(`${base}/restore-email`, { token: tokenOf(second.link) })
    expect(thief.status).toBe(400)
    expect((await at.storage.getUser(at.id))?.email).toBe(old)
  })

  for (const [clock, off] of [
    ['behind', -30_000],
    ['ahead', 30_000],
  ] as const)
    test(`takes away younger things by a server whose clock is ${clock}; what is older stays`, async () => {
      const at = await emailHouse()
      const id = await at.enter(old)
      at.serverOff(off)
      await addPasskey(at.browser, softKey(origin))
      const own = await at.storage.listAuthenticatorsByUserId(id)
      at.world.clock.advance('5s')
      at.serverOff(0)
      await ask(at.browser, next)
      await prove(at.browser, { code: (await at.letter(next)).code })
      const { link } = await at.letter(old, 1)
      at.world.clock.advance('5s')
      at.serverOff(off)
      await addPasskey(at.browser, softKey(origin))
      await at.auth.passwords.set({ userId: id }, password)
      await at.open().submit(`${base}/restore-email`, { token: tokenOf(link) })
      expect((await at.storage.getUser(id))?.email).toBe(old)
      expect(await at.auth.passwords.has({ userId: id })).toBe(false)
      expect(own).toHaveLength(1)
      expect(await at.storage.listAuthenticatorsByUserId(id)).toEqual(own)
    })

  test('although a thief changed it twice within a minute, and took the second change back', async () => {
    const at = await emailHouse()
    const id = await at.enter(old)
    for (const address of [next, 'third@new.test']) {
      await ask(at.browser, address)
      await prove(at.browser, { code: (await at.letter(address)).code })
    }
    const first = (await at.letter(old, 1)).link
    const second = (await at.letter(next, 1)).link
    await at.open().submit(`${base}/restore-email`, { token: tokenOf(second) })
    expect((await at.storage.getUser(id))?.email).toBe(next)
    await at.open().submit(`${base}/restore-email`, { token: tokenOf(first) })
    expect((await at.storage.getUser(id))?.email).toBe(old)
  })

  test('leaving it to whoever proved it since, but the new one goes', async () => {
    const at = await stolen()
    const other = await at.enter(old, at.open())
    await at.open().submit(`${base}/restore-email`, { token: tokenOf(at.link) })
    expect((await at.storage.getUser(at.id))?.email).toBeNull()
    expect((await at.storage.getUser(other))?.email).toBe(old)
  })
})

test('the part asks for a sender and a storage at the start', async () => {
  const production = {
    secret: 'Xq3vT9mLw0ZbR7kNc5HsYe2UjA8dGfPo1iWtV6xQzBk',
    runtime: { env: { NODE_ENV: 'production' } },
  }
  const config = { providers: [plain], storage: memory(), parts: [ChangeEmail()], ...production }
  const silent = await setup(config)
  await silent.browser.visit(`${base}/signin`)
  expect(silent.log.errors[0]).toMatchObject({ field: 'parts.change-email.send' })
  const bare = await setup({ providers: [plain], parts: [ChangeEmail({ send: () => undefined })] })
  await bare.browser.visit(`${base}/signin`)
  expect(String(bare.log.errors[0]?.message)).toContain('needs a storage')
})

test('an account page names the address once, where it is a way in', async () => {
  const at = await emailHouse()
  await at.enter('ada@people.test')
  const page = await (await at.browser.visit(`${base}/account`)).text()
  const [, ...sections] = page.split('<h2>')
  const named = sections.filter((section) => section.includes('<bdi>ada@people.test'))
  expect(named).toEqual([expect.stringMatching(/^Email</)])
  expect(sections.filter((section) => section.startsWith('Change your email'))).toHaveLength(1)
})

test('in Japanese no space stands before the code in the mail', async () => {
  const at = await emailHouse({ languages: [ja] })
  await at.enter('ada@people.test')
  await ask(at.browser, 'new@people.test')
  const { text, code } = await at.letter('new@people.test')
  expect(text).toContain(`：${code.slice(0, 3)} ${code.slice(3)}`)
})
