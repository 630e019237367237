import { describe, expect, test } from 'vitest'
import { memory } from '../../src/storage/memory.ts'
import { setup } from '../setup.ts'
import { base, idp, outside } from './stage.ts'

// GHSA-5rr4-8452-hf4v: whoever could name an issuer, or its endpoints, chose where the server sent requests.

const inside = 'https://169.254.169.254/latest/meta-data'

/** Every member of OAuth and OpenID metadata that is an address, as registered with IANA. */
const members = [
  ...[
    'authorization_endpoint',
    'token_endpoint',
    'jwks_uri',
    'registration_endpoint',
    'userinfo_endpoint',
  ],
  ...[
    'revocation_endpoint',
    'introspection_endpoint',
    'end_session_endpoint',
    'check_session_iframe',
  ],
  ...[
    'device_authorization_endpoint',
    'pushed_authorization_request_endpoint',
    'challenge_endpoint',
  ],
  ...[
    'backchannel_authentication_endpoint',
    'service_documentation',
    'op_policy_uri',
    'op_tos_uri',
  ],
  ...[
    'signed_jwks_uri',
    'federation_fetch_endpoint',
    'federation_list_endpoint',
    'nfv_token_registration_endpoint',
  ],
]

/** An application whose issuer's metadata lies; `answers` is what the whole outer world was asked for. */
async function lied(lie: object, provider: object = {}) {
  const world = await outside()
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { href, hostname, pathname } = new URL(input instanceof Request ? input.url : input)
    asked.push(href)
    if (hostname !== 'idp.test') return Response.json({})
    const response = await world.fetch(input, init)
    if (!pathname.startsWith('/.well-known')) return response
    return Response.json({ ...(await response.json()), ...lie })
  }
  const providers = [{ ...idp, idToken: false as const, ...provider }]
  const made = await setup(
    { providers, runtime: { fetch }, storage: memory({ now: world.clock.now }) },
    world,
  )
  return { ...made, asked, world }
}

/** Everything that makes the application ask its platform something. */
async function useAll({ browser, auth, world }: Awaited<ReturnType<typeof lied>>): Promise<void> {
  const started = await browser.submit(`${base}/signin/idp`)
  const there = new URL(started.headers.get('location') ?? base)
  if (there.origin !== 'https://idp.test') return
  await browser.visit(String(await world.approve(there.href, { as: 'ada' })))
  const id = (await browser.session())?.user.id
  if (id === undefined) return
  world.clock.advance('2h')
  await auth.accessToken({ userId: id }, 'idp').catch(() => {})
  await auth.accounts.revoke({ userId: id }, 'idp').catch(() => {})
  await browser.submit(`${base}/signout`, { provider: 'idp' })
}

const outsiders = (asked: string[]) => asked.filter((url) => !url.startsWith('https://idp.test/'))

describe('an issuer that strangers run', () => {
  test.each(members)(
    'is asked at its own addresses only, also when its %s is an inner one',
    async (name) => {
      for (const address of [
        inside,
        'https://localhost/x',
        'https://[::1]/x',
        'https://vault/x',
        'http://idp.test/x',
      ]) {
        const at = await lied({
          [name]: address,
          require_pushed_authorization_requests: name.startsWith('pushed'),
        })
        await useAll(at)
        expect([address, outsiders(at.asked)]).toEqual([address, []])
        expect(at.asked.filter((url) => url.startsWith('http:'))).toEqual([])
      }
    },
  )

  test.each(members)(
    'is asked at its own addresses only, also when its %s is no address',
    async (name) => {
      for (const value of [
        [inside],
        { url: inside },
        7,
        true,
        '',
        'file:///etc/passwd',
        'javascript:0',
        '//169.254.169.254',
      ]) {
        const at = await lied({ [name]: value })
        await useAll(at)
        expect([value, outsiders(at.asked)]).toEqual([value, []])
      }
    },
  )

  test('is asked at its own addresses only, also when it names others for certificates', async () => {
    const mtls_endpoint_aliases = Object.fromEntries(members.map((name) => [name, inside]))
    for (const client of [{}, { use_mtls_endpoint_aliases: true }]) {
      const at = await lied({ mtls_endpoint_aliases }, { client })
      await useAll(at)
      expect(outsiders(at.asked)).toEqual([])
    }
  })

  test('asks for no address that a profile names', async () => {
    const lie = { picture: inside, image: inside, website: inside, profile: inside, jku: inside }
    const person = { id: 'ada', name: 'Ada', email: 'ada@corp.test', claims: lie }
    const world = await outside([person])
    const asked: string[] = []
    const fetch: typeof globalThis.fetch = (input, init) => {
      asked.push(String(input))
      return world.fetch(input, init)
    }
    const { browser } = await setup(
      { providers: [idp], runtime: { fetch }, storage: memory() },
      world,
    )
    await browser.signIn('idp', { as: 'ada' })
    expect(await browser.session()).not.toBeNull()
    await browser.visit(`${base}/account`)
    expect(outsiders(asked)).toEqual([])
  })

  test('is asked as usual if it tells the truth', async () => {
    const at = await lied({})
    await useAll(at)
    expect(at.asked.map((url) => new URL(url).pathname)).toEqual(
      expect.arrayContaining(['/.well-known/openid-configuration', '/token', '/userinfo']),
    )
  })
})

test('asks the configured issuer only, whatever issuer a request names', async () => {
  const at = await lied({})
  const named = {
    issuer: inside,
    iss: inside,
    wellKnown: inside,
    well_known: inside,
    token_endpoint: inside,
    jwks_uri: inside,
  }
  const query = new URLSearchParams(named)
  await at.browser.submit(`${base}/signin/idp?${query}`, named)
  await at.browser.submit(`${base}/signin/evil?${query}`, named)
  const url = await at.browser.start('idp', named)
  const back = new URL(String(await at.world.approve(url, { as: 'ada' })))
  for (const [name, value] of query)
    if (!back.searchParams.has(name)) back.searchParams.set(name, value)
  await at.browser.visit(back.href)
  expect(outsiders(at.asked)).toEqual([])
})
