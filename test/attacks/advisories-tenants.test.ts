import { describe, expect, test } from 'vitest'
import { emulator } from '../../src/emulator/index.ts'
import type { AuthConfig } from '../../src/index.ts'
import Google from '../../src/providers/google.ts'
import MicrosoftEntraID from '../../src/providers/microsoft-entra-id.ts'
import WorkOS from '../../src/providers/workos.ts'
import { memory } from '../../src/storage/memory.ts'
import { arrival, origin, setup } from '../setup.ts'
import { errorOf } from './stage.ts'

// GHSA-gv74-j8m3-fg5f, GHSA-8c5h, GHSA-phx7: whoever had a tenant of their own spoke for the people of another one.

const ours = '9122040d-6c67-4c5b-b112-36a304b66dad'
const foreign = 'e11e0000-0000-4000-8000-000000000666'
const keys = { clientId: 'practice-entra', clientSecret: 'practice-secret' }
const at = (tenant: string) => `https://login.microsoftonline.com/${tenant}/v2.0`

/** Entra ID with a person of ours, and one whose own tenant says what it likes. */
async function entra(tenant: string, provider: object, claims: object = {}) {
  const mallory = { id: 'mallory', name: 'Mallory', email: 'ada@corp.test' }
  const world = await emulator({
    platform: 'microsoft-entra-id',
    tenant,
    apps: [{ ...app(keys), redirect_uris: [`${origin}/api/auth/callback/microsoft-entra-id`] }],
    personas: [
      { id: 'ada', name: 'Ada', email: 'ada@corp.test', tid: ours },
      // Microsoft signs what any tenant says of its own people.
      { ...mallory, tid: tenant === ours ? ours : foreign, claims: { tid: foreign, ...claims } },
    ],
  })
  const storage = memory()
  await storage.createUser({ id: 'ada', email: 'ada@corp.test', emailVerified: new Date() })
  const providers = [provider] as NonNullable<AuthConfig['providers']>
  return { ...(await setup({ providers, storage }, world)), storage }
}

function app({ clientId, clientSecret }: typeof keys) {
  return { client_id: clientId, client_secret: clientSecret }
}

test('an application of one tenant takes nobody of another, whoever signed their token', async () => {
  const provider = MicrosoftEntraID({ ...keys, issuer: at(ours) })
  const { browser, storage } = await entra(ours, provider)
  expect(errorOf(await browser.signIn('microsoft-entra-id', { as: 'mallory' }))).toBe('CheckFailed')
  expect(await browser.session()).toBeNull()
  expect(await storage.listAccounts('ada')).toEqual([])
})

const linking = { ...keys, allowDangerousEmailAccountLinking: true }
const written: Record<string, (issuer: string) => object> = {
  'our own description': (issuer) => MicrosoftEntraID({ ...linking, issuer }),
  // As Auth.js's module has it: it says nothing about the address.
  'a profile of the application’s own': (issuer) =>
    MicrosoftEntraID({
      ...linking,
      issuer,
      profile: ({ sub, name, email }) => ({ id: sub, name, email }),
    }),
}
const shared = Object.entries(written).flatMap(([by, provider]) =>
  ['common', 'organizations'].map((tenant) => [tenant, by, provider] as const),
)

describe('an application that all tenants may use', () => {
  test.each(shared)(
    'an address that a tenant wrote gets OAuthAccountNotLinked (%s, %s)',
    async (tenant, _, by) => {
      for (const claims of [{}, { xms_edov: false }, { xms_edov: '0' }, { email_verified: true }]) {
        const { browser, storage } = await entra(tenant, by(at(tenant)), claims)
        const refused = await browser.signIn('microsoft-entra-id', { as: 'mallory' })
        expect(errorOf(refused)).toBe('OAuthAccountNotLinked')
        expect(await browser.session()).toBeNull()
        expect(await storage.listAccounts('ada')).toEqual([])
      }
    },
  )

  test('an address that Microsoft vouches for is its owner’s', async () => {
    const provider = MicrosoftEntraID({ ...linking, issuer: at('common') })
    const { browser } = await entra('common', provider, { xms_edov: true })
    await browser.signIn('microsoft-entra-id', { as: 'mallory' })
    expect((await browser.session())?.user.id).toBe('ada')
  })
})

const google = { clientId: 'practice-google', clientSecret: 'practice-secret' }
const callback = `${origin}/api/auth/callback/google`

/** Google with people of a company, of another one, and of none. */
async function workspace(options: object) {
  const people = { acme: 'acme.example', evil: 'evil.test', longer: 'acme.example.evil.test' }
  const members = Object.entries(people).map(([id, hd]) => ({ id, name: id, claims: { hd } }))
  const world = await emulator({
    platform: 'google',
    apps: [{ ...app(google), redirect_uris: [callback] }],
    personas: [...members, { id: 'nobody', name: 'nobody' }],
  })
  const providers = [Google({ ...google, ...options })]
  return setup({ providers, storage: memory() }, world)
}

const comers = [
  ['acme', true],
  ['evil', false],
  ['longer', false],
  ['nobody', false],
] as const

describe('a domain that Google is asked for', () => {
  const hd = 'Acme.example'
  const authorization = { params: { hd } }

  test.each(comers)('is that of whoever comes (%s: %s)', async (as, isIn) => {
    const { browser, world } = await workspace({ authorization })
    // The address passes through the visitor's hands.
    const url = new URL(await browser.start('google'))
    expect(url.searchParams.get('hd')).toBe(hd)
    url.searchParams.delete('hd')
    const back = await browser.visit(String(await world.approve(url.href, { as })))
    expect(errorOf(back)).toBe(isIn ? null : 'AccessDenied')
    expect((await browser.session()) !== null).toBe(isIn)
  })

  test.each(comers)('is so if server code asks for it (%s: %s)', async (as, isIn) => {
    const { auth, browser, world } = await workspace({})
    const started = await auth.signIn(new Request(origin), 'google', { params: { hd } })
    const cookie = started.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const back = String(await world.approve(started.url.replace(/&hd=[^&]*/, ''), { as }))
    expect(errorOf(await browser.visit(back, { cookie }))).toBe(isIn ? null : 'AccessDenied')
  })

  test.each(comers)('is so for One Tap (%s: %s)', async (as, isIn) => {
    const { browser, world } = await workspace({ authorization, oneTap: 'without-nonce' })
    const { clientId: client_id } = google
    const asked = { client_id, login_uri: callback, g_csrf_token: 'token', as }
    const page = await world.fetch(
      `https://accounts.google.com/gsi/select?${new URLSearchParams(asked)}`,
    )
    const posted = (await arrival(page)) as Request
    const headers = { origin: 'https://accounts.google.com', cookie: 'g_csrf_token=token' }
    const body = new URLSearchParams(await posted.text())
    const request = new Request(callback, { method: 'POST', headers, body })
    const answer = await browser.send(request)
    expect(errorOf(answer)).toBe(isIn ? null : 'AccessDenied')
  })

  test('may be any, but not none', async () => {
    const { open } = await workspace({ authorization: { params: { hd: '*' } } })
    for (const [as, isIn] of [
      ['evil', true],
      ['nobody', false],
    ] as const) {
      const browser = open()
      await browser.signIn('google', { as })
      expect((await browser.session()) !== null).toBe(isIn)
    }
  })

  test('is ignored where the application asks for none, and the person signs in', async () => {
    const { browser } = await workspace({})
    await browser.signIn('google', { as: 'nobody' })
    expect(await browser.session()).not.toBeNull()
  })
})

test.each([
  ['organization_id', 'org_ours', 'org_theirs'],
  ['connection_id', 'conn_ours', 'conn_theirs'],
])(
  'WorkOS: whoever has another %s than was asked for does not come in',
  async (field, our, their) => {
    const [parameter = ''] = field.split('_')
    const says = { id: 'prof_1', first_name: 'Ada', email: 'ada@corp.test' }
    let said: object = {}
    const fetch = async (input: string | URL | Request) =>
      String(input).endsWith('/token')
        ? Response.json({ access_token: 'token', token_type: 'bearer' })
        : Response.json({ ...says, ...said })
    const provider = WorkOS({ clientId: 'client', clientSecret: 'secret', [parameter]: our })
    const { open } = await setup({ providers: [provider], storage: memory(), runtime: { fetch } })
    for (const [value, isIn] of [
      [our, true],
      [their, false],
      [undefined, false],
    ] as const) {
      said = { [field]: value }
      const browser = open()
      const state = new URL(await browser.start('workos')).searchParams.get('state')
      await browser.visit(`/api/auth/callback/workos?code=code&state=${state}`)
      expect((await browser.session()) !== null).toBe(isIn)
    }
  },
)
