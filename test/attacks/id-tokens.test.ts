import { describe, expect, test } from 'vitest'
import { emulator, oidc } from '../../src/emulator/index.ts'
import { createKey, signJwt } from '../../src/emulator/jwt.ts'
import { setup } from '../setup.ts'
import { closed, errorOf, idp, type Stage, stage } from './stage.ts'

/** What the practice platform can forge. */
const forgeries = [
  'id_token_missing',
  'id_token_malformed',
  'id_token_alg_none',
  'id_token_bad_signature',
  'id_token_hs256_secret',
  'id_token_hs256_public_key',
  'id_token_key_in_header',
  'id_token_unknown_key',
  'id_token_same_kid_other_key',
  'id_token_wrong_nonce',
  'id_token_without_nonce',
  'id_token_wrong_issuer',
  'id_token_wrong_audience',
  'id_token_foreign_audience',
  'id_token_wrong_azp',
  'id_token_without_subject',
  'id_token_expired',
  'id_token_from_the_future',
  'id_token_text_times',
]

/** A forged token is the platform's or an attacker's doing, never ours: no crash, no session. */
async function refused(at: Stage, attack: () => Promise<Response>): Promise<void> {
  const response = await closed(at, attack)
  expect(['CheckFailed', 'PlatformError']).toContain(errorOf(response))
  expect(at.log.errors.map(({ code }) => code)).not.toContain('Internal')
  expect(await at.browser.session()).toBeNull()
}

test.each(forgeries)('%s', async (answer) => {
  const at = await stage()
  at.world.next({ endpoint: 'token', platform: 'idp', answer })
  await refused(at, () => at.browser.signIn('idp', { as: 'ada' }))
})

test.each(['id_token_hs256_secret', 'id_token_hs256_public_key', 'id_token_alg_none'])(
  'an RSA platform: %s',
  async (answer) => {
    const world = await emulator({ platforms: [oidc({ id: 'idp', issuer: 'https://idp.test' })] })
    const made = await setup({ providers: [idp] }, world)
    world.next({ endpoint: 'token', answer })
    await made.browser.signIn('idp', { as: 'ada' })
    expect(await made.browser.session()).toBeNull()
    await made.browser.signIn('idp', { as: 'ada' })
    expect(await made.browser.session()).not.toBeNull()
  },
)

/** The true answer of the token endpoint, with its id token put through somebody's hands. */
async function tampered(
  at: Stage,
  change: (parts: { header: object; claims: Record<string, unknown>; token: string }) => unknown,
): Promise<void> {
  const url = await at.browser.start('idp')
  const back = await at.world.approve(url, { as: 'ada' })
  at.world.next({
    endpoint: 'token',
    platform: 'idp',
    answer: async ({ headers, form, url: address }) => {
      const body = String(form)
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const sent = { ...type, authorization: headers.get('authorization') ?? '' }
      const answer = await at.world.handler(
        new Request(address, { method: 'POST', headers: sent, body }),
      )
      const json = await answer.json()
      const [header = '', claims = ''] = String(json.id_token).split('.')
      const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
      const parts = { header: read(header), claims: read(claims), token: String(json.id_token) }
      return Response.json({ ...json, id_token: await change(parts) })
    },
  })
  await refused(at, () => at.browser.visit(String(back)))
}

const unsigned = (header: object, claims: object, signature = ''): string =>
  [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(signature)
    .join('.')

describe('a token endpoint that answers with somebody else’s token', () => {
  test.each(['none', 'None', 'NONE', 'nOnE', '', 'HS512', 'RS256', 'PS256', 'EdDSA', 'dir'])(
    'algorithm “%s”',
    async (alg) => {
      await tampered(await stage(), ({ header, claims }) => unsigned({ ...header, alg }, claims))
    },
  )

  test.each([
    ['jku', { jku: 'https://evil.test/jwks' }],
    ['x5u', { x5u: 'https://evil.test/cert' }],
    ['x5c', { x5c: ['MIIB'] }],
    ['crit', { crit: ['exp'] }],
    ['b64', { b64: false, crit: ['b64'] }],
    ['zip', { zip: 'DEF' }],
    ['kid that is a path', { kid: '../../../dev/null' }],
    ['kid that is an object', { kid: { $ne: null } }],
  ])('a header with %s, signed by a key of the attacker', async (_, extra) => {
    const at = await stage()
    const key = await createKey('mine', 'ES256')
    await tampered(at, ({ header, claims }) =>
      signJwt({ ...header, ...extra }, claims, 'ES256', key.pair.privateKey),
    )
    expect(at.world.received.filter(({ platform }) => platform === 'evil')).toEqual([])
  })

  test.each<[string, (token: string) => unknown]>([
    ['without a signature', (token) => token.slice(0, token.lastIndexOf('.'))],
    ['with an empty signature', (token) => token.slice(0, token.lastIndexOf('.') + 1)],
    ['with a fourth part', (token) => `${token}.x`],
    ['encrypted', (token) => `${token}.x.y`],
    ['a number', () => 7],
    ['an object', () => ({ sub: 'ada' })],
    ['null', () => null],
    ['an empty text', () => ''],
    ['in a list', (token) => [token]],
    ['with claims that are no JSON', (token) => token.replace(/\..*\./, '.e30x.')],
    ['with claims that are a list', (token) => token.replace(/\..*\./, '.W10.')],
  ])('%s', async (_, change) => {
    await tampered(await stage(), ({ token }) => change(token))
  })

  test('one that was honestly made for another flow', async () => {
    const at = await stage()
    let other = ''
    const attacker = at.open()
    const back = await at.world.approve(await attacker.start('idp'), { as: 'eve' })
    at.world.next({
      endpoint: 'token',
      platform: 'idp',
      answer: async ({ headers, form, url }) => {
        const sent = {
          'content-type': 'application/x-www-form-urlencoded',
          authorization: headers.get('authorization') ?? '',
        }
        const request = new Request(url, { method: 'POST', headers: sent, body: String(form) })
        const answer = await (await at.world.handler(request)).json()
        other = answer.id_token
        return Response.json(answer)
      },
    })
    await attacker.visit(String(back))
    expect((await attacker.session())?.user.name).toBe('Eve')
    await tampered(at, () => other)
  })
})

test('keys that do not come: nobody signs in, and the next one can', async () => {
  for (const answer of ['cut', 'html', 'empty', 'redirect', 'null', 'huge']) {
    const at = await stage()
    at.world.next({ endpoint: 'jwks', platform: 'idp', answer })
    const response = await closed(at, () => at.browser.signIn('idp', { as: 'ada' }))
    expect(['PlatformError', 'PlatformUnreachable', 'CheckFailed']).toContain(errorOf(response))
    await at.browser.signIn('idp', { as: 'ada' })
    expect(await at.browser.session()).not.toBeNull()
  }
})

test('user info about another person is refused', async () => {
  const at = await stage({ providers: [{ ...idp, idToken: false }] })
  at.world.next({
    endpoint: 'userinfo',
    platform: 'idp',
    answer: () => Response.json({ sub: 'somebody-else', name: 'Mallory' }),
  })
  await refused(at, () => at.browser.signIn('idp', { as: 'ada' }))
})

test('user info in a token that nobody signed is refused', async () => {
  const at = await stage({ providers: [{ ...idp, idToken: false }] })
  at.world.next({
    endpoint: 'userinfo',
    platform: 'idp',
    answer: () =>
      new Response(unsigned({ alg: 'none' }, { sub: 'x', iss: 'https://idp.test' }), {
        headers: { 'content-type': 'application/jwt' },
      }),
  })
  await refused(at, () => at.browser.signIn('idp', { as: 'ada' }))
})

test.each(['a key that the platform does not have', 'a key that calls itself the platform’s'])(
  'user info in a token signed by %s is refused, however true its words',
  async (which) => {
    const client = { userinfo_signed_response_alg: 'ES256' }
    const at = await stage({ providers: [{ ...idp, idToken: false, client }] })
    const published = await (await at.world.fetch('https://idp.test/jwks')).json()
    const kid = which.includes('calls itself') ? published.keys[0].kid : 'mine'
    const { pair } = await createKey(kid, 'ES256')
    at.world.next({
      endpoint: 'userinfo',
      platform: 'idp',
      answer: async ({ headers, url }) => {
        const authorization = headers.get('authorization') ?? ''
        const truth = await at.world.handler(new Request(url, { headers: { authorization } }))
        const claims = { ...(await truth.json()), iss: idp.issuer, aud: idp.clientId }
        const token = await signJwt({ alg: 'ES256', kid }, claims, 'ES256', pair.privateKey)
        return new Response(token, { headers: { 'content-type': 'application/jwt' } })
      },
    })
    await refused(at, () => at.browser.signIn('idp', { as: 'ada' }))
    expect(at.log.warnings.join()).toMatch(/signature|key/i)
  },
)
