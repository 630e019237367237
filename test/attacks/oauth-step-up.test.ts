import { describe, expect, test } from 'vitest'
import { emulator, oidc } from '../../src/emulator/index.ts'
import { signJwt } from '../../src/emulator/jwt.ts'
import { memory } from '../../src/storage/memory.ts'
import { origin, setup } from '../setup.ts'
import { errorOf, idp, stage } from './stage.ts'

/** A platform that last saw the person so many seconds before the token, or does not say when. */
async function seenAgo(ago: number | undefined, provider: object = {}) {
  const platform = oidc({
    id: 'idp',
    issuer: 'https://idp.test',
    algorithm: 'ES256',
    mint: ({ claims: { auth_time, ...rest }, key }) => {
      const claims = ago === undefined ? rest : { ...rest, auth_time: Number(rest.iat) - ago }
      const header = { alg: key.algorithm, kid: key.kid }
      return signJwt(header, claims, key.algorithm, key.pair.privateKey)
    },
  })
  const world = await emulator({ platforms: [platform] })
  const providers = [{ ...idp, ...provider }]
  return setup({ providers, storage: memory({ now: world.clock.now }) }, world)
}

const fresh = { authorization: { params: { max_age: 300 } } }

describe('max_age is held against auth_time', () => {
  test('somebody who proved themselves long ago is refused', async () => {
    const { browser } = await seenAgo(3600, fresh)
    expect(errorOf(await browser.signIn('idp', { as: 'ada' }))).toBe('CheckFailed')
    expect(await browser.session()).toBeNull()
  })

  test('a platform that does not say when gets CheckFailed, too', async () => {
    const { browser } = await seenAgo(undefined, fresh)
    expect(errorOf(await browser.signIn('idp', { as: 'ada' }))).toBe('CheckFailed')
    expect(await browser.session()).toBeNull()
  })

  test('somebody who just did is welcome, however long they read the consent page', async () => {
    const { browser, world } = await seenAgo(290, fresh)
    const url = await browser.start('idp')
    world.clock.advance('5m')
    const back = await world.approve(url, { as: 'ada' })
    await browser.visit(String(back))
    expect(await browser.session()).not.toBeNull()
  })

  test('a max_age that server code asks for is held, too', async () => {
    const { auth, world } = await seenAgo(3600)
    const source = new Request(origin)
    const { url, headers } = await auth.signIn(source, 'idp', { params: { max_age: '60' } })
    expect(new URL(url).searchParams.get('max_age')).toBe('60')
    const cookie = headers.getSetCookie().map((line) => line.split(';')[0])
    const back = await world.approve(url, { as: 'ada' })
    const request = new Request(String(back), { headers: { cookie: cookie.join('; ') } })
    expect(errorOf(await auth.handler(request))).toBe('CheckFailed')
  })

  test.each(['', '-1', '1.5', 'soon', '1e9', '99999999999'])(
    'a max_age that is no number of seconds is refused: "%s"',
    async (max_age) => {
      const { auth } = await seenAgo(0)
      const start = auth.signIn(new Request(origin), 'idp', { params: { max_age } })
      await expect(start).rejects.toMatchObject({ code: 'InvalidRequest', field: 'max_age' })
    },
  )
})

describe('a form', () => {
  const strict = ['prompt', 'max_age', 'acr_values', 'hd']

  test.each(strict)('is ignored when it sets %s', async (name) => {
    const { browser } = await stage()
    for (const provider of ['plain', 'idp']) {
      const { searchParams } = new URL(await browser.start(provider, { [name]: '1' }))
      expect(searchParams.has(name)).toBe(false)
    }
  })

  test.each(strict)('can set %s where the provider lists it', async (name) => {
    const { browser } = await stage({ providers: [{ ...idp, formParams: [name] }] })
    const { searchParams } = new URL(await browser.start('idp', { [name]: '1', login_hint: 'a' }))
    expect([searchParams.get(name), searchParams.get('login_hint')]).toEqual(['1', null])
  })

  test.each(['login_hint', 'ui_locales', 'display', 'screen_hint'])('can set %s', async (name) => {
    const { browser } = await stage()
    expect(new URL(await browser.start('idp', { [name]: 'x' })).searchParams.get(name)).toBe('x')
  })

  test('is ignored when it sets what belongs to the flow, even where a provider lists it', async () => {
    const formParams = ['state', 'redirect_uri', 'client_id', 'nonce', 'scope', 'response_type']
    const { browser } = await stage({ providers: [{ ...idp, formParams }] })
    const evil = Object.fromEntries(formParams.map((name) => [name, 'evil']))
    expect(await browser.start('idp', evil)).not.toContain('evil')
  })
})
