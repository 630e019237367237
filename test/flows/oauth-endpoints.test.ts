import { describe, expect, test } from 'vitest'
import type { CallbackParamsType, OAuthChecks } from '../../src/types/provider.ts'
import { origin, setup } from '../setup.ts'
import { club, errorOf, keys, member, requestsTo, site, visitClub, visitOpen } from './club.ts'

// Options of an OAuth provider for requests behind the browser's back: token, userinfo and wellKnown.

describe('token', () => {
  test('an address is asked by POST for a code grant', async () => {
    const visit = await visitClub({ token: `${site}/token` })
    await visit.browser.signIn('club')
    expect(requestsTo(visit, 'token')[0]).toMatchObject({
      method: 'POST',
      body: { grant_type: 'authorization_code', redirect_uri: `${origin}/api/auth/callback/club` },
    })
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('parameters beside the address stay in the address', async () => {
    const visit = await visitClub({ token: { url: `${site}/token`, params: { version: 2 } } })
    await visit.browser.signIn('club')
    expect(requestsTo(visit, 'token')[0]?.url).toBe(`${site}/token?version=2`)
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('a handler is really called, with the callback’s parameters and the flow’s checks', async () => {
    let asked: { params: CallbackParamsType; checks: OAuthChecks } | undefined
    const visit = await visitClub({
      token: {
        url: `${site}/token`,
        async request({ params, checks, provider, fetch }) {
          asked = { params, checks }
          const response = await fetch(provider.token?.url ?? '', {
            method: 'POST',
            headers: { authorization: `Basic ${btoa(`${keys.clientId}:${keys.clientSecret}`)}` },
            body: new URLSearchParams({
              grant_type: 'authorization_code',
              code: params.code ?? '',
              code_verifier: checks.code_verifier ?? '',
              redirect_uri: provider.callbackUrl,
            }),
          })
          return { tokens: await response.json() }
        },
      },
    })
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(asked?.params.state).toBe(asked?.checks.state)
    expect(asked?.checks.code_verifier).toMatch(/^[\w-]{43}$/)
  })

  test('a handler is given the nonce that its answer must hold', async () => {
    let given: string | undefined
    const request = async ({ checks }: { checks: OAuthChecks }) => {
      given = 'nonce' in checks ? checks.nonce : undefined
      return { tokens: {} }
    }
    const { browser, world } = await visitOpen({ checks: ['nonce'], token: { request } })
    const address = await browser.start('open')
    await browser.visit(String(await world.approve(address)))
    expect(given).toBe(new URL(address).searchParams.get('nonce'))
  })

  test('a handler that fails, or brings no access token, signs nobody in', async () => {
    const request = () => Promise.reject(new Error('broken'))
    expect(await errorOf(await visitClub({ token: { request } }))).toBe('PlatformError')
    const empty = async () => ({ tokens: {} })
    expect(await errorOf(await visitClub({ token: { request: empty } }))).toBe('PlatformError')
  })

  test('`conform` turns an unusual answer into the standard’s', async () => {
    const answer = ({ access_token }: { access_token: string }) => ({
      data: { token: access_token },
    })
    const visit = await visitClub(
      {
        token: {
          url: `${site}/token`,
          async conform(response) {
            const { data } = await response.json()
            return Response.json({ access_token: data.token, token_type: 'bearer' })
          },
        },
      },
      { token: { url: `${site}/token`, answer } },
    )
    await visit.browser.signIn('club')
    expect(await visit.browser.session()).not.toBeNull()
  })

  test('without `conform` the same answer is refused', async () => {
    const answer = ({ access_token }: { access_token: string }) => ({
      data: { token: access_token },
    })
    const visit = await visitClub({}, { token: { url: `${site}/token`, answer } })
    // Nothing was checked and found wrong: the platform's answer is none.
    expect(await errorOf(visit)).toBe('PlatformError')
    expect(visit.log.errors[0]?.platform).toMatchObject({
      error: 'malformed_answer',
      description: 'access_token is missing',
    })
  })

  test('`conform` may look and leave the answer as it is', async () => {
    let looked = ''
    const conform = async (response: Response) => {
      looked = (await response.json()).token_type
      return undefined
    }
    const { browser } = await visitClub({ token: { url: `${site}/token`, conform } })
    await browser.signIn('club')
    expect(looked).toBe('Bearer')
    expect(await browser.session()).not.toBeNull()
  })
})

describe('userinfo', () => {
  test('an address is asked with the access token in its header', async () => {
    const visit = await visitClub({ userinfo: `${site}/me?fields=id,name` })
    await visit.browser.signIn('club')
    const [asked] = requestsTo(visit, 'userinfo')
    expect(asked?.url).toBe(`${site}/me?fields=id%2Cname`)
    expect(asked?.headers.authorization).toMatch(/^Bearer at\./)
    expect(await visit.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })

  test('parameters beside the address become its query', async () => {
    const visit = await visitClub({ userinfo: { url: `${site}/me`, params: { fields: 'all' } } })
    await visit.browser.signIn('club')
    expect(requestsTo(visit, 'userinfo')[0]?.url).toBe(`${site}/me?fields=all`)
  })

  test('a handler brings the profile, from wherever it likes', async () => {
    const { browser } = await visitClub({
      userinfo: {
        url: `${site}/me`,
        async request({ tokens, provider, fetch }) {
          const headers = { authorization: `Bearer ${tokens.access_token}` }
          const profile = await (await fetch(provider.userinfo?.url ?? '', { headers })).json()
          return { ...profile, name: `${profile.name} of ${provider.name}` }
        },
      },
    })
    await browser.signIn('club')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace of Club' } })
  })

  test('a handler that writes into its address leaves nothing there for the next person', async () => {
    const seen: (string | undefined)[] = []
    const { browser, open } = await visitClub({
      userinfo: {
        url: `${site}/me`,
        async request({ tokens, provider }) {
          provider.checks.length = 0
          provider.userinfo?.url.searchParams.append('token', String(tokens.access_token))
          seen.push(provider.userinfo?.url.search.replace(String(tokens.access_token), 'mine'))
          return { id: String(tokens.access_token) }
        },
      },
    })
    await browser.signIn('club')
    await open().signIn('club')
    expect(seen).toEqual(['?token=mine', '?token=mine'])
  })

  test.each([
    ['fails', () => Promise.reject(new Error('broken')), 'PlatformError'],
    ['brings nothing', async () => undefined as never, 'ProfileInvalid'],
    ['brings a list', async () => [], 'ProfileInvalid'],
  ])('a handler that %s signs nobody in', async (_what, request, code) => {
    expect(await errorOf(await visitClub({ userinfo: { request } }))).toBe(code)
  })

  test.each([
    ['for us', keys.clientId, null],
    ['for us and others', ['others', keys.clientId], null],
    ['for somebody else', 'others', 'ProfileInvalid'],
    ['for nobody', undefined, 'ProfileInvalid'],
  ])('an id token stands in for a missing one if it is for us: one %s', async (_, aud, error) => {
    const claims = Buffer.from(JSON.stringify({ aud, id: 'ada', name: 'Ada' })).toString(
      'base64url',
    )
    const tokens = { access_token: 'a', id_token: `e30.${claims}.` }
    const provider = club({ token: { request: async () => ({ tokens }) } })
    Object.assign(provider, { userinfo: undefined, dialect: { profile: 'id_token' } })
    const visit = await visitClub({}, {}, { providers: [provider] })
    const response = await visit.browser.signIn('club')
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.searchParams.get('error')).toBe(error)
    expect((await visit.browser.session())?.user.name).toBe(error ? undefined : 'Ada')
  })

  test('`conform` unwraps an unusual answer', async () => {
    const resources = [
      {
        url: `${site}/me`,
        answer: ({ person }: { person: { id: string; name: string } }) => [member(person)],
      },
    ]
    const conform = async (response: Response) => Response.json((await response.json())[0])
    const { browser } = await visitClub({ userinfo: { url: `${site}/me`, conform } }, { resources })
    await browser.signIn('club')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })
})

describe('wellKnown', () => {
  const address = `${site}/tenants/7/configuration`
  const metadata = {
    issuer: `${site}/tenants/7`,
    authorization_endpoint: `${site}/authorize`,
    token_endpoint: `${site}/token`,
    userinfo_endpoint: `${site}/me`,
  }

  /** An application that knows nothing of the club but this address, and what it asked. */
  async function discovering(answer: () => Response) {
    const { authorization, token, userinfo, ...rest } = Object(club())
    const { world } = await visitClub()
    const asked: string[] = []
    const outside: typeof fetch = async (input, init) => {
      asked.push(String(input))
      return String(input) === address ? answer() : world.fetch(input, init)
    }
    const providers = [{ ...rest, wellKnown: address }]
    return { ...(await setup({ providers, runtime: { fetch: outside } }, world)), asked }
  }

  test('tells every address that is not written', async () => {
    const { browser, asked } = await discovering(() => Response.json(metadata))
    await browser.signIn('club')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(asked).toEqual([address, `${site}/token`, `${site}/me`])
  })

  test('an address that answers no metadata is told as such', async () => {
    const { browser, log } = await discovering(() => new Response('Not found', { status: 404 }))
    const response = await browser.submit('/api/auth/signin/club')
    expect(response.headers.get('location')).toContain('error=PlatformError')
    expect(log.errors[0]?.platform).toMatchObject({ error: 'discovery_failed', status: 404 })
  })

  test('metadata that leads out of https is refused', async () => {
    const token_endpoint = 'http://club.example.test/token'
    const { browser } = await discovering(() => Response.json({ ...metadata, token_endpoint }))
    const response = await browser.submit('/api/auth/signin/club')
    expect(response.headers.get('location')).toContain('error=CheckFailed')
  })
})
