import { afterEach, expect, test, vi } from 'vitest'
import { emulator, microsoftEntraId, type Platform } from '../../src/emulator/index.ts'
import { memory } from '../../src/storage/memory.ts'
import { ownPlatforms } from '../providers/own-platforms.ts'
import { type Client, platformOf } from '../providers/platform.ts'
import { sampleOf } from '../providers/sample.ts'
import { origin, setup } from '../setup.ts'
import { modules } from './modules.ts'
import { specials } from './special.ts'

// The same modules, held to what the platforms document: nothing here is derived from a module.

afterEach(() => {
  vi.unstubAllGlobals()
})

const keys: Client = {
  clientId: 'sample-client-id',
  clientSecret: 'sample-client-secret-of-some-length',
}

async function documented(name: string) {
  const sample = sampleOf(name)
  if (!sample) throw new Error(`There is no sample called ${name}`)
  const special = await specials[name]?.()
  if (special) return { ...special, sample }
  const { issuer } = sample.endpoints
  const options = { ...keys, ...(issuer && !issuer.includes('{') && { issuer }) }
  const open = ownPlatforms.get(name)
  const platform = open
    ? (await open(name, sample, options)).platform
    : platformOf(name, sample, options, false)
  return { platform, options, sample }
}

async function signIn(name: string, changes: object = {}, other?: Platform) {
  const { platform, options, sample } = await documented(name)
  const world = await emulator({ platforms: [other ?? platform] })
  vi.stubGlobal('fetch', world.fetch)
  const storage = memory()
  const provider = modules[name]?.({ ...options, ...changes })
  const made = await setup({ providers: provider ? [provider] : [], storage }, world)
  await made.browser.signIn(name)
  return { ...made, storage, sample }
}

const list = ['google', 'keycloak', 'dropbox', 'linkedin', 'slack', 'spotify', 'twitter']

test.each(list)('Auth.js’s %s, at the platform as documented', async (name) => {
  const { browser, log, sample } = await signIn(name)
  expect(log).toEqual({ errors: [], warnings: [] })
  const { name: called, email } = sample.user
  expect((await browser.session())?.user).toMatchObject({ name: called, email })
})

const inTheBody = { client: { token_endpoint_auth_method: 'client_secret_post' } }

// The platforms are more generous than their documentation, which Auth.js relies upon; an option says it by the book.
test.each([
  ['github', 'its secret belongs into the body', inTheBody],
  ['line', 'its secret belongs into the body', inTheBody],
  ['twitch', 'it has no PKCE', { checks: ['state'] }],
  [
    'discord',
    'its address has changed',
    { authorization: 'https://discord.com/oauth2/authorize?scope=identify+email' },
  ],
])('Auth.js’s %s, by the book: %s', async (name, _why, changes) => {
  const { browser, log, sample } = await signIn(name, changes)
  expect(log).toEqual({ errors: [], warnings: [] })
  expect((await browser.session())?.user).toMatchObject({ name: sample.user.name })
})

test('Auth.js’s Apple: a form, a signed secret, and the name that is told once', async () => {
  const { log, storage, sample } = await signIn('apple')
  expect(log).toEqual({ errors: [], warnings: [] })
  const { id, name, email } = sample.user
  const user = await storage.getUserByAccount({ provider: 'apple', providerAccountId: id })
  expect(user).toMatchObject({ name, email })
})

test('Auth.js’s Microsoft Entra ID: people of every tenant', async () => {
  const { browser, log, sample } = await signIn('microsoft-entra-id')
  expect(log).toEqual({ errors: [], warnings: [] })
  expect((await browser.session())?.user).toMatchObject({ name: sample.user.name })
})

test('Auth.js’s Microsoft Entra ID: people of one tenant', async () => {
  const tenant = '9122040d-6c67-4c5b-b112-36a304b66dad'
  const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
  const redirect_uris = [`${origin}/api/auth/callback/microsoft-entra-id`]
  const { clientId: client_id, clientSecret: client_secret } = keys
  const apps = [{ client_id, client_secret, redirect_uris }]
  const { browser, log } = await signIn(
    'microsoft-entra-id',
    { issuer },
    microsoftEntraId({ tenant, apps }),
  )
  expect(log).toEqual({ errors: [], warnings: [] })
  expect((await browser.session())?.user).toMatchObject({ name: 'Ada Lovelace' })
})
