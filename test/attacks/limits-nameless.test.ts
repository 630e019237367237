import { expect, test, vi } from 'vitest'
import Credentials from '../../src/providers/credentials.ts'
import type { TestBrowser } from '../../src/testing.ts'
import { setup } from '../setup.ts'
import { program } from './stage.ts'

const callback = '/api/auth/callback/credentials'
const people: Record<string, string> = { '4711': 'eve', '0815': 'ada' }

/** A form that asks for a PIN alone, so that nobody can say whose it is before it was judged. */
async function pins() {
  const authorize = vi.fn(({ pin }: { pin?: unknown }) => {
    const id = people[String(pin)]
    return id ? { id } : null
  })
  const form = Credentials({ credentials: { pin: { type: 'password' } }, authorize })
  const { open } = await setup({ providers: [form], trustHost: true })
  const type = (who: TestBrowser, pin: string, from = '198.51.100.66') =>
    who.submit(callback, { pin }, { ...program, 'x-forwarded-for': from })
  const guessesJudged = () =>
    authorize.mock.calls.filter(([{ pin }]) => people[String(pin)] === undefined).length
  return { open, type, guessesJudged }
}

test('one valid PIN buys ten more guesses in all, and not ten for each browser that types it', async () => {
  const { open, type, guessesJudged } = await pins()
  for (let n = 0; n < 100; n++) {
    const browser = open()
    await type(browser, '4711')
    for (let guess = 0; guess < 10; guess++) await type(browser, `9${n}${guess}`)
  }
  expect(guessesJudged()).toBe(10)
  const fresh = open()
  expect((await type(fresh, '9999')).status).toBe(429)
})

test('PINs of two people in one browser buy no more than those of one of them', async () => {
  const { open, type, guessesJudged } = await pins()
  const browser = open()
  for (let n = 0; n < 60; n++) {
    await type(browser, n % 2 ? '4711' : '0815')
    await type(browser, `9${n}`)
  }
  expect(guessesJudged()).toBeLessThanOrEqual(20)
})

test('a browser that signed in before is let in when neighbours used up the tries of their address', async () => {
  const { open, type } = await pins()
  const [owner, neighbour] = [open(), open()]
  await type(owner, '0815')
  for (let n = 0; n < 110; n++) await type(neighbour, `9${n}`)
  expect((await type(open(), '0815')).status).toBe(429)
  expect((await type(owner, '0815')).status).toBe(200)
})
