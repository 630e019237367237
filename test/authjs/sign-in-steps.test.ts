import { afterEach, expect, test, vi } from 'vitest'
import { signIn } from '../../src/authjs/next-auth/sign-in.ts'
import { createClient } from '../../src/client/index.ts'
import Credentials from '../../src/providers/credentials.ts'
import { Terms } from '../parts/terms/terms.ts'
import { origin, setup } from '../setup.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const login = Credentials({
  credentials: { name: { label: 'Name' } },
  authorize: ({ name }) => (name ? { id: `u-${name}`, name: `${name}` } : null),
})

/** A page of an application that asks for a step before anybody is signed in. */
async function pageOf() {
  const { browser } = await setup({ providers: [login], parts: [Terms({ version: '1' })] })
  const visited: string[] = []
  const assign = (to: string) => visited.push(to)
  vi.stubGlobal('location', { href: `${origin}/login`, origin, assign, reload() {} })
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('origin', origin)
    return browser.send(new Request(new URL(path, origin), { ...init, headers }))
  })
  return { browser, visited }
}

const page = `${origin}/api/auth/terms?signInStep=terms`

test('signIn of the next-auth client answers `ok: false` with a code and the address of the step', async () => {
  const { browser, visited } = await pageOf()
  const answer = await signIn('credentials', { name: 'ada', redirect: false })
  const refused = { error: 'StepRequired', code: 'terms', status: 401, ok: false }
  expect(answer).toEqual({ ...refused, url: page })
  expect(visited).toEqual([])
  expect(await browser.session()).toBeNull()
})

test('signIn of the next-auth client answers `ok: true` once the step was taken', async () => {
  const { browser } = await pageOf()
  await signIn('credentials', { name: 'ada', redirect: false })
  await browser.submit('/api/auth/terms')
  await browser.signOut()
  const answer = await signIn('credentials', { name: 'ada', redirect: false })
  expect(answer).toMatchObject({ ok: true, error: undefined, code: undefined, status: 200 })
  expect((await browser.session())?.user.name).toBe('ada')
})

test('signIn of the next-auth client leads to the step if it may leave the page', async () => {
  const { visited } = await pageOf()
  await signIn('credentials', { name: 'ada', callbackUrl: '/inside' })
  expect(visited).toEqual([page])
})

test('signIn of our client names who asks for a step, and the address leads on to it', async () => {
  const { browser } = await pageOf()
  const { signIn: enter } = createClient()
  const callbackUrl = `${origin}/inside`
  const answer = await enter('credentials', { name: 'ada', redirect: false, callbackUrl })
  expect(answer).toEqual({ url: page, step: 'terms' })
  const taken = await browser.submit(answer.url)
  expect(taken.headers.get('location')).toBe(callbackUrl)
})

test('redirects browsers to the page of a step without saying whose it is', async () => {
  const { browser } = await pageOf()
  const answer = await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  expect(answer.headers.get('location')).toBe(`${origin}/api/auth/terms`)
})
