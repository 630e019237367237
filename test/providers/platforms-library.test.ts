import { describe, expect, test } from 'vitest'
import { apple, emulator } from '../../src/emulator/index.ts'
import Apple, { clientSecret } from '../../src/providers/apple.ts'
import MicrosoftEntraID from '../../src/providers/microsoft-entra-id.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { keys } from './catalogue.ts'

describe('Microsoft Entra ID, met by the library', () => {
  const app = {
    client_id: keys.clientId,
    client_secret: keys.clientSecret,
    redirect_uris: [`${origin}/api/auth/callback/microsoft-entra-id`],
  }
  const home = '9188040d-6c67-4c5b-b112-36a304b66dad'
  const personas = [
    { id: 'work', name: 'Ada at work', tid: '11111111-2222-3333-4444-555555555555' },
    { id: 'home', name: 'Ada at home', tid: home },
    { id: 'office', name: 'Ada at the office' },
  ]

  test.each([
    ['common', ['work', 'home', 'office']],
    ['organizations', ['work', 'office']],
    ['consumers', ['home']],
    [home, ['home']],
    ['practice.onmicrosoft.com', ['office']],
  ])('lets the people of %s in: %s', async (tenant, welcome) => {
    const world = await emulator({ platform: 'microsoft-entra-id', tenant, apps: [app], personas })
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
    const { open, log } = await setup({ providers: [MicrosoftEntraID({ ...keys, issuer })] }, world)
    for (const { id, name } of personas) {
      const browser = open()
      if (!welcome.includes(id)) {
        await expect(browser.signIn('microsoft-entra-id', { as: id })).rejects.toThrow(
          /offers no persona/,
        )
        continue
      }
      await browser.signIn('microsoft-entra-id', { as: id })
      expect((await browser.session())?.user.name).toBe(name)
    }
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  const other = '66666666-7777-8888-9999-000000000000'

  test.each([
    ['11111111-2222-3333-4444-555555555555', '11111111-2222-3333-4444-555555555555'],
    ['consumers', home],
    ['practice.onmicrosoft.com', '9122040d-6c67-4c5b-b112-36a304b66dad'],
  ])(
    'a token of another tenant does not pass where one tenant is meant: %s',
    async (tenant, tid) => {
      const stranger = { id: 'mallory', name: 'Mallory', tid, claims: { tid: other } }
      const world = await emulator({
        platform: 'microsoft-entra-id',
        tenant,
        apps: [app],
        personas: [stranger],
      })
      const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
      const { browser, log } = await setup(
        { providers: [MicrosoftEntraID({ ...keys, issuer })] },
        world,
      )
      await browser.signIn('microsoft-entra-id')
      expect(await browser.session()).toBeNull()
      expect(log.warnings.join()).toContain('iss')
    },
  )

  test.each([
    ['11111111-2222-3333-4444-555555555555', other],
    ['11111111-2222-3333-4444-555555555555', '{tenantid}'],
    ['practice.onmicrosoft.com', '{tenantid}'],
    ['consumers', 'organizations'],
    ['common', `${home}/evil`],
  ])('the metadata of %s is not that of %s', async (tenant, told) => {
    const world = await emulator({ platform: 'microsoft-entra-id', tenant, apps: [app], personas })
    const issuer = `https://login.microsoftonline.com/${tenant}/v2.0`
    const { browser, log } = await setup(
      { providers: [MicrosoftEntraID({ ...keys, issuer })] },
      world,
    )
    const metadata = await world.fetch(`${issuer}/.well-known/openid-configuration`)
    const answer = Response.json({
      ...(await metadata.json()),
      issuer: `https://login.microsoftonline.com/${told}/v2.0`,
    })
    world.next({ endpoint: 'discovery', answer })
    expect(await browser.start('microsoft-entra-id')).toContain('error=CheckFailed')
    expect(log.warnings.join()).toContain('about another issuer')
  })
})

describe('Apple, met by the library', async () => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const der = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const key = {
    teamId: 'DEF123GHIJ',
    keyId: 'ABC123DEFG',
    privateKey: `-----BEGIN PRIVATE KEY-----\\n${btoa(String.fromCharCode(...der))}\\n-----END PRIVATE KEY-----`,
  }
  const jwk = { ...(await crypto.subtle.exportKey('jwk', pair.publicKey)), kid: key.keyId }
  const { clientId } = keys
  const app = {
    client_id: clientId,
    teamId: key.teamId,
    jwks: [jwk],
    redirect_uris: [`${origin}/api/auth/callback/apple`],
  }
  const world = await emulator({ platforms: [apple({ apps: [app] })] })
  const now = Math.floor(world.clock.now() / 1000)

  async function arrive(options: object) {
    const made = await setup(
      { providers: [Apple({ clientId, ...options })], storage: memory() },
      world,
    )
    await made.browser.signIn('apple', { as: 'layla' })
    return made.browser.session()
  }

  test('accepts a secret that the application signed in advance', async () => {
    const secret = await clientSecret({ ...key, clientId, now, lifetime: 180 * 86_400 })
    expect(await arrive({ clientSecret: secret })).not.toBeNull()
  })

  test.each<[string, object]>([
    ['lives longer than six months', { lifetime: 200 * 86_400 }],
    ['has expired', { now: now - 600 }],
    ['names another team', { teamId: 'SOMEBODY11' }],
    ['names another key', { keyId: 'OTHERKEY11' }],
    ['is for another application', { clientId: 'another' }],
  ])('refuses a secret that %s', async (_, change) => {
    const secret = await clientSecret({ ...key, clientId, now, ...change })
    expect(await arrive({ clientSecret: secret })).toBeNull()
  })

  test('tells the name once', async () => {
    const { browser, open, log } = await setup({ providers: [Apple({ clientId, ...key })] }, world)
    await browser.signIn('apple', { as: 'ada' })
    expect((await browser.session())?.user.name).toBe('Ada Lovelace')
    const later = open()
    await later.signIn('apple', { as: 'ada' })
    const user = (await later.session())?.user
    expect(user).toMatchObject({ email: 'ada@people.test' })
    expect(user?.name ?? null).toBeNull()
    expect(log).toEqual({ errors: [], warnings: [] })
  })

  test('registers no address of this machine', () => {
    const redirect_uris = ['https://localhost/api/auth/callback/apple']
    expect(() => apple({ apps: [{ ...app, redirect_uris }] })).toThrow(/domain name/)
  })
})
