import { describe, expect, test } from 'vitest'
import { resolve } from '../../src/config.ts'
import type { OAuth2Config, Profile } from '../../src/index.ts'
import { methods } from '../../src/methods/built-in-methods.ts'
import { origin, secret } from '../setup.ts'
import { surroundings } from '../surroundings.ts'
import { club, errorOf, keys, requestsTo, site, type Visit, visitClub } from './club.ts'

// Options of an OAuth provider for the way to the platform and back. The files beside this one have the others.

async function authorizeUrl({ browser }: Visit): Promise<URLSearchParams> {
  return new URL(await browser.start('club')).searchParams
}

describe('id, name, type', () => {
  test('the id is the last part of the addresses, the name is on the button', async () => {
    const { browser } = await visitClub({ name: 'The Club' })
    const providers = await (await browser.visit('/api/auth/providers')).json()
    expect(providers).toEqual({
      club: {
        id: 'club',
        name: 'The Club',
        type: 'oauth',
        signinUrl: `${origin}/api/auth/signin/club`,
        callbackUrl: `${origin}/api/auth/callback/club`,
      },
    })
    const page = await (await browser.visit('/api/auth/signin')).text()
    expect(page).toContain('Continue with The Club')
  })
})

describe('authorization', () => {
  test('an address keeps parameters of its own', async () => {
    const visit = await visitClub({ authorization: `${site}/authorize?scope=read&theme=dark` })
    expect(Object.fromEntries(await authorizeUrl(visit))).toMatchObject({
      scope: 'read',
      theme: 'dark',
      response_type: 'code',
      client_id: keys.clientId,
      redirect_uri: `${origin}/api/auth/callback/club`,
    })
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })

  test('parameters beside the address are sent; those of the flow stay its own', async () => {
    const params = { scope: 'read write', claims: { userinfo: { nickname: null } }, state: 'mine' }
    const visit = await visitClub({ authorization: { url: `${site}/authorize`, params } })
    const sent = await authorizeUrl(visit)
    expect(sent.get('scope')).toBe('read write')
    expect(sent.get('claims')).toBe('{"userinfo":{"nickname":null}}')
    expect(sent.get('state')).not.toBe('mine')
    expect(sent.getAll('state')).toHaveLength(1)
  })

  test('parameters alone are laid over a provider whose endpoint is an address', async () => {
    const options = { authorization: { params: { scope: 'write' } } }
    const visit = await visitClub({ authorization: `${site}/authorize?scope=read`, options })
    expect((await authorizeUrl(visit)).get('scope')).toBe('write')
  })

  test('a handler computes the whole address', async () => {
    const visit = await visitClub({
      authorization: {
        request({ params, provider }) {
          const url = new URL(`${site}/authorize`)
          for (const [name, value] of Object.entries(params))
            url.searchParams.set(name, String(value))
          url.searchParams.set('via', provider.signinUrl)
          return url
        },
      },
    })
    expect((await authorizeUrl(visit)).get('via')).toBe(`${origin}/api/auth/signin/club`)
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
  })
})

describe('checks', () => {
  type Checks = NonNullable<OAuth2Config<Profile>['checks']>
  const combinations: [Checks | undefined, { state: boolean; pkce: boolean }][] = [
    [undefined, { state: true, pkce: true }],
    [['pkce'], { state: true, pkce: true }],
    [['state'], { state: true, pkce: false }],
    [['state', 'pkce'], { state: true, pkce: true }],
    [['none'], { state: false, pkce: false }],
    [['none', 'pkce'], { state: false, pkce: true }],
    [['none', 'state'], { state: true, pkce: false }],
    [['none', 'state', 'pkce'], { state: true, pkce: true }],
  ]

  test.each(combinations)('%j', async (checks, { state, pkce }) => {
    const visit = await visitClub(checks ? { checks } : {}, {
      pkce: pkce ? 'required' : 'rejected',
    })
    const sent = await authorizeUrl(visit)
    expect(sent.has('state')).toBe(state)
    expect(sent.get('code_challenge_method')).toBe(pkce ? 'S256' : null)
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
    const [exchange] = requestsTo(visit, 'token')
    expect(exchange?.body).toHaveProperty('code')
    expect('code_verifier' in Object(exchange?.body)).toBe(pkce)
  })

  test('a list that is empty, or names no check, is a mistake', () => {
    for (const checks of [[], ['hope'], ['nonce']]) {
      const providers = [club({ checks: checks as Checks })]
      expect(() =>
        resolve(
          { providers, secret, runtime: { env: { NODE_ENV: 'test' } } },
          methods,
          surroundings,
        ),
      ).toThrow(/check/)
    }
  })
})

describe('issuer', () => {
  test('a callback that names another issuer is refused (RFC 9207)', async () => {
    const visit = await visitClub(
      { issuer: site },
      { authorize: { url: `${site}/authorize`, iss: () => 'https://stranger.invalid' } },
    )
    expect(await errorOf(visit)).toBe('CheckFailed')
    expect(requestsTo(visit, 'token')).toHaveLength(0)
  })

  test('a callback that names this issuer is welcome', async () => {
    const visit = await visitClub(
      { issuer: site },
      { authorize: { url: `${site}/authorize`, iss: () => site } },
    )
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('without one, any issuer in the callback is accepted', async () => {
    const visit = await visitClub({}, { authorize: { url: `${site}/authorize`, iss: () => site } })
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
  })
})

describe('jwks_endpoint', () => {
  test('may be left out, and the resolved configuration has it', () => {
    const { config } = resolve(
      { providers: [club()], secret, runtime: { env: { NODE_ENV: 'test' } } },
      methods,
      surroundings,
    )
    expect(Object.keys(config.providers.get('club') ?? {})).toContain('jwks_endpoint')
  })
})

describe('style', () => {
  test('colours the button and shows the logo', async () => {
    const logo = 'https://static.example.test/club.svg'
    const { browser } = await visitClub({ style: { brandColor: '#bada55' } })
    expect(await (await browser.visit('/api/auth/signin')).text()).toContain('bada55')
    const other = await visitClub({ style: { logo } })
    expect(await (await other.browser.visit('/api/auth/signin')).text()).toContain(`src="${logo}"`)
  })

  test('the deprecated `bg` still colours', async () => {
    const { browser } = await visitClub({ style: { bg: '#0ff1ce', text: '#fff' } })
    expect(await (await browser.visit('/api/auth/signin')).text()).toContain('0ff1ce')
  })
})
