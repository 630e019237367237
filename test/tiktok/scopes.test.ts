import { join } from 'node:path'
import { expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import { AuthError } from '../../src/errors.ts'
import TikTok from '../../src/providers/tiktok.ts'
import type { AuthConfig } from '../../src/types/config.ts'
import { arrival, origin, setup } from '../setup.ts'
import { temporaryFolder } from '../storage/servers.ts'
import { keys, practice, tiktok } from './practice.ts'

const registration = { scopes: ['user.info.basic', 'user.info.profile', 'video.list'] }

async function signedIn(choice: object = {}, config: Partial<AuthConfig> = {}) {
  const parts = await tiktok({ fields: ['username'] }, config, registration)
  const { browser, auth, world } = parts
  await browser.signIn('tiktok', { as: 'ada', ...choice })
  const page = () => new Request(`${origin}/videos?page=2`, { headers: browser.headers })
  const missing = async (...scopes: string[]): Promise<AuthError> => {
    const asked = auth.accessToken(page(), 'tiktok', { scopes })
    const thrown: unknown = await asked.catch((error: unknown) => error)
    if (thrown instanceof AuthError) return thrown
    throw new Error('The scopes were granted')
  }
  /** Goes to the address of the error, and answers TikTok. */
  const allow = async (error: AuthError, decision: object) => {
    const asked = await browser.visit(error.url ?? '')
    const consent = asked.headers.get('location') ?? ''
    return { consent: new URL(consent), back: () => visitBack(consent, decision) }
  }
  const visitBack = async (consent: string, decision: object) =>
    browser.visit(String(await arrival(await world.decide(consent, decision))))
  return { ...parts, page, missing, allow }
}

test('hands out a token whose scopes were granted', async () => {
  const { auth, page } = await signedIn()
  const token = await auth.accessToken(page(), 'tiktok', { scopes: ['user.info.profile'] })
  expect(token).toMatch(/^act\./)
})

test('names the scope that was never asked for, and leads to TikTok and back to the page', async () => {
  const { auth, browser, page, missing, allow } = await signedIn()
  const before = await browser.session()
  const error = await missing('user.info.basic', 'video.list')
  expect(error).toMatchObject({ code: 'ScopeMissing', status: 403, provider: 'tiktok' })
  expect(error.scopes).toEqual(['video.list'])
  const { consent, back } = await allow(error, { as: 'ada' })
  // What the token is good for now is asked for again, because a new one takes its place.
  expect(consent.searchParams.get('scope')?.split(',').toSorted()).toEqual([
    'user.info.basic',
    'user.info.profile',
    'video.list',
  ])
  expect(consent.searchParams.get('disable_auto_auth')).toBe('1')
  expect((await back()).headers.get('location')).toBe(`${origin}/videos?page=2`)
  expect((await browser.session())?.user).toEqual(before?.user)
  const token = await auth.accessToken(page(), 'tiktok', { scopes: ['video.list'] })
  expect(token).toMatch(/^act\./)
})

test('leads to TikTok where the database is an address', async () => {
  const database = `file:${join(temporaryFolder(), 'auth.db')}`
  const { missing, allow } = await signedIn({}, { database })
  const { consent } = await allow(await missing('video.list'), { as: 'ada' })
  expect(consent.searchParams.get('scope')).toContain('video.list')
})

test('knows which scopes were declined, at the sign-in and when they are asked for again', async () => {
  const { missing, allow, browser } = await signedIn({ grant: ['user.info.basic'] })
  const error = await missing('user.info.profile', 'video.list')
  expect(error.scopes).toEqual(['user.info.profile', 'video.list'])
  const { back } = await allow(error, { as: 'ada', grant: ['user.info.basic', 'video.list'] })
  expect((await back()).status).toBe(303)
  expect((await missing('user.info.profile', 'video.list')).scopes).toEqual(['user.info.profile'])
  expect((await browser.session())?.user.name).toBe('Ada')
})

test('leads whoever is known by an id alone to a page that the application names', async () => {
  const { auth, browser } = await signedIn()
  const who = { userId: (await browser.session())?.user.id ?? '' }
  const options = { scopes: ['video.list'], callbackUrl: '/upload' }
  const error = await auth.accessToken(who, 'tiktok', options).catch((thrown: unknown) => thrown)
  const url = new URL((error as AuthError).url ?? '', origin)
  expect(url.pathname).toBe('/api/auth/scopes/tiktok')
  expect(url.searchParams.get('callbackUrl')).toBe('/upload')
})

test('asks nobody for scopes in the name of somebody else, or by a changed address', async () => {
  const { missing, open, browser } = await signedIn()
  const { url = '' } = await missing('video.list')
  const stranger = open()
  expect((await stranger.visit(url)).headers.get('location')).toContain('error=SessionRequired')
  await stranger.signIn('tiktok', { as: 'max' })
  const refused = await stranger.visit(url)
  expect(refused.status).toBe(400)
  expect(refused.headers.get('location')).toBeNull()
  const changed = new URL(url, origin)
  changed.searchParams.set('more', `${changed.searchParams.get('more')}x`)
  expect((await browser.visit(changed.href)).status).toBe(400)
  expect((await browser.visit('/api/auth/scopes/tiktok')).status).toBe(400)
  expect((await browser.visit('/api/auth/scopes/other')).status).toBe(404)
})

test('leads back to the application only, whatever the address says', async () => {
  const { missing, allow } = await signedIn()
  const error = await missing('video.list')
  const url = new URL(error.url ?? '', origin)
  url.searchParams.set('callbackUrl', 'https://evil.example/')
  const { back } = await allow({ ...error, url: url.href } as AuthError, { as: 'ada' })
  expect((await back()).headers.get('location')).toBe(`${origin}/`)
})

test('says that scopes need a storage where there is none', async () => {
  const world = await emulator(practice(registration))
  const { auth, browser } = await setup({ providers: [TikTok(keys)] }, world)
  await browser.signIn('tiktok', { as: 'ada' })
  const asked = auth.accessToken(browser, 'tiktok', { scopes: ['video.list'] })
  await expect(asked).rejects.toMatchObject({ code: 'Unsupported' })
})
