import { expect, test } from 'vitest'
import type { AuthError } from '../../src/index.ts'
import { engineOf } from '../../src/instance/engine-of.ts'
import { proveByCode } from '../../src/second-factor/prove.ts'
import { memory } from '../../src/storage/memory.ts'
import type { StoredUser } from '../../src/types/storage.ts'
import { base } from '../attacks/stage.ts'
import { destination, withAda } from './house.ts'

/** `GUESSES=1000000 npx vitest run test/second-factor/guessing.test.ts` tries all codes there are, and takes minutes. */
const guesses = Number(process.env.GUESSES ?? 25_000)
const days = 20
const windows = days * 96

test('guesses that are spread over accounts, sign-ins and addresses are judged 50 times a day for each account', {
  timeout: 3_600_000,
}, async () => {
  let address = 0
  const at = await withAda({}, { clientIp: () => `10.${(address >> 8) & 255}.${address & 255}.1` })
  const { auth, storage, world } = at
  const engine = engineOf(auth)
  const users = await Promise.all(
    Array.from({ length: 3 }, async () => (await storage.createUser(person())).id),
  )
  for (const userId of users) await auth.factors.importTotp({ userId }, { secret: at.secret })
  const judged = new Map(users.map((userId) => [userId, 0]))
  for (let guess = 0; guess < guesses; guess++) {
    // Every guess is a request of its own, as if each came from another sign-in at another place.
    address++
    const context = engine?.context(new Request(base))
    const userId = users[guess % users.length] ?? ''
    const code = String(guess).padStart(6, '0')
    const refusal = context && (await proveByCode(context, userId, code).catch((error) => error))
    if (refusal.code === 'Verification') judged.set(userId, (judged.get(userId) ?? 0) + 1)
    else expect(refusal.code).toBe('RateLimited')
    if (guess % Math.floor(guesses / windows) === 0) world.clock.advance('15m')
  }
  for (const count of judged.values()) {
    expect(count).toBeGreaterThan(10 * days)
    expect(count).toBeLessThanOrEqual(50 * (days + 1))
  }
})

function person(): StoredUser {
  return { id: crypto.randomUUID(), name: 'Somebody', email: null, emailVerified: null }
}

test('tries belong to the account: a new sign-in, browser or address gives nobody more of them', async () => {
  let address = 0
  const { open, auth, userId } = await withAda({}, { clientIp: () => `203.0.113.${++address}` })
  const answers: string[] = []
  for (let tries = 0; tries < 30; tries++) {
    const thief = open()
    await thief.signIn('plain', { as: 'ada' })
    const answer = await thief.submit(`${base}/second-factor`, { code: '000000' })
    answers.push(new URL(answer.headers.get('location') ?? '').searchParams.get('error') ?? '')
  }
  expect(answers.filter((error) => error === 'Verification')).toHaveLength(10)
  expect(answers.slice(10)).toEqual(Array.from({ length: 20 }, () => 'RateLimited'))
  const lines = (await auth.users.audit({ userId })).map(({ event }) => event)
  expect(lines.filter((event) => event === 'limitFactor')).toHaveLength(1)
})

test('recovery codes and codes of an app share the tries, and so does the step in a session', async () => {
  let address = 0
  const at = await withAda({}, { clientIp: () => `203.0.113.${++address}` })
  const { browser, codes, code, secret } = at
  await browser.signIn('plain', { as: 'ada' })
  await browser.submit(`${base}/second-factor`, { code: await code(secret) })
  expect(await browser.session()).not.toBeNull()
  for (let tries = 0; tries < 9; tries++)
    await browser.submit(`${base}/step-up`, { code: tries % 2 ? '000000' : 'AAAA-AAAA-AAAA-AAAA' })
  const thief = at.open()
  await thief.signIn('plain', { as: 'ada' })
  const refused = await thief.submit(`${base}/second-factor`, { code: codes[0] ?? '' })
  expect(destination(refused)).toContain('error=RateLimited')
  // The code was not looked at, and is still good.
  at.world.clock.advance('16m')
  await thief.signIn('plain', { as: 'ada' })
  await thief.submit(`${base}/second-factor`, { code: codes[0] ?? '' })
  expect(await thief.session()).not.toBeNull()
})

test('nothing that was typed is in a log, an address or an error', async () => {
  const { browser, codes, log } = await withAda()
  await browser.signIn('plain', { as: 'ada' })
  const typed = ['424242', 'WXYZ-2345-WXYZ-2345', `${codes[0]}X`]
  const seen: string[] = []
  for (const code of typed) {
    const answer = await browser.submit(`${base}/second-factor`, { code })
    seen.push(answer.headers.get('location') ?? '', await answer.text())
    const json = { accept: 'application/json' }
    seen.push(await (await browser.submit(`${base}/second-factor`, { code }, json)).text())
  }
  const told = log.errors.map((error: AuthError) => `${error.message} ${error.hint} ${error.cause}`)
  const everything = [...seen, ...log.warnings, ...told].join(' ')
  for (const code of typed) expect(everything).not.toContain(code)
  expect(log.warnings.length).toBeGreaterThan(0)
})

test('a storage that is down lets nobody past', async () => {
  const whole = memory()
  let isDown = false
  const storage: typeof whole = {
    ...whole,
    async listItems(...asked) {
      if (isDown) throw new Error('no connection')
      return whole.listItems(...asked)
    },
  }
  const { browser } = await withAda({}, { storage })
  isDown = true
  await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).toBeNull()
  isDown = false
  await browser.signIn('plain', { as: 'ada' })
  expect(await browser.session()).toBeNull()
  expect((await browser.visit(`${base}/second-factor`)).status).toBe(200)
})
