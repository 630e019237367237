import { expect, test } from 'vitest'
import {
  authorizeUrl,
  desktop,
  desktopUrl,
  hexChallenge,
  type Overrides,
  practice,
  redeem,
  signIn,
  web,
} from './practice.ts'

test('a visitor who allows comes back with code, plural scopes and state, and nothing else', async () => {
  const tiktok = await practice()
  const back = await tiktok.approve(authorizeUrl(), { as: 'ada' })
  expect(back.origin + back.pathname).toBe(web)
  expect([...back.searchParams.keys()]).toEqual(['code', 'scopes', 'state'])
  expect(back.searchParams.get('scopes')).toBe('user.info.basic,user.info.profile,user.info.stats')
  expect(back.searchParams.get('state')).toBe('the-state')
})

test('a code is long, carries * and !, and arrives percent-encoded', async () => {
  const tiktok = await practice()
  const back = await tiktok.approve(authorizeUrl())
  expect(back.searchParams.get('code')).toMatch(/^\w{200,}\*1!\d{4}\.va$/)
  expect(back.search).toMatch(/code=\w{200,}%2A1%21\d{4}\.va&/)
})

test('a visitor who unticks a scope grants the rest', async () => {
  const tiktok = await practice()
  const tokens = await signIn(tiktok, { grant: ['user.info.basic'] })
  expect(tokens.scope).toBe('user.info.basic')
})

test('a visitor who denies, or unticks everything, returns with access_denied and the state', async () => {
  const tiktok = await practice()
  for (const decision of [{ deny: true }, { grant: [] }]) {
    const back = await tiktok.approve(authorizeUrl(), decision)
    expect(back.origin + back.pathname).toBe(web)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      error: 'access_denied',
      error_description: 'user canceled auth',
      state: 'the-state',
    })
  }
})

test('the readings of the documentation in doubt can be chosen', async () => {
  const silent = await practice({ doubts: { stateOnError: 'dropped', nonTarget: 'page' } })
  expect((await silent.approve(authorizeUrl(), { deny: true })).searchParams.has('state')).toBe(
    false,
  )
  const page = await silent.approve(authorizeUrl(), { as: 'sam' })
  expect(page.host).toBe('www.tiktok.com')
  expect(page.searchParams.get('error_type')).toBe('non_sandbox_target')
  const fixed = await practice({ doubts: { basicScope: 'fixed' } })
  expect((await signIn(fixed, { grant: [] })).scope).toBe('user.info.basic')
})

test('someone who is no target user cannot enter a sandbox, and can enter production', async () => {
  const tiktok = await practice()
  const back = await tiktok.approve(authorizeUrl(), { as: 'sam' })
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: 'access_denied',
    error_type: 'non_sandbox_target',
    state: 'the-state',
  })
  const reviewed = authorizeUrl({ client_key: 'awpractice00000001' })
  expect((await tiktok.approve(reviewed, { as: 'sam' })).searchParams.has('code')).toBe(true)
})

test('a banned account is not eligible, and a chosen failure comes back as chosen', async () => {
  const tiktok = await practice()
  const banned = await tiktok.approve(authorizeUrl(), { as: 'bea' })
  expect(banned.searchParams.get('error')).toBe('access_denied')
  expect(banned.searchParams.get('error_description')).toMatch(/not eligible/)
  const failed = await tiktok.approve(authorizeUrl(), { fail: 'non_sandbox_target' })
  expect(failed.searchParams.get('error_type')).toBe('non_sandbox_target')
  await expect(tiktok.approve(authorizeUrl(), { fail: 'boredom' })).rejects.toThrow(/server_error/)
  await expect(tiktok.approve(authorizeUrl(), { as: 'nobody' })).rejects.toThrow(/ada, noor/)
})

const refusals: readonly [string, string, Record<string, string>][] = [
  [
    'client_id instead of client_key',
    authorizeUrl({ client_key: undefined, client_id: 'x' }),
    {
      error: 'param_error',
      error_type: 'client_key',
      errCode: '10003',
    },
  ],
  [
    'an unknown client key',
    authorizeUrl({ client_key: 'sbawnobody' }),
    {
      error: 'unauthorized_client',
      error_type: 'client_key',
    },
  ],
  [
    'the production key of a draft',
    authorizeUrl({ client_key: 'awpractice00000002' }),
    {
      error: 'unauthorized_client',
      error_type: 'client_key',
    },
  ],
  [
    'no redirect URI',
    authorizeUrl({ redirect_uri: undefined }),
    {
      error: 'invalid_request',
      error_type: 'redirect_uri',
    },
  ],
  [
    'a redirect URI with one more slash',
    authorizeUrl({ redirect_uri: `${web}/` }),
    {
      error: 'invalid_request',
      error_type: 'redirect_uri',
    },
  ],
  [
    'a redirect URI with a query',
    authorizeUrl({ redirect_uri: `${web}?next=/` }),
    {
      error: 'invalid_request',
      error_type: 'redirect_uri',
    },
  ],
  [
    'a desktop redirect URI with another path',
    desktopUrl({ redirect_uri: `${desktop}/x` }),
    {
      error: 'invalid_request',
      error_type: 'redirect_uri',
    },
  ],
  [
    'response_type=token',
    authorizeUrl({ response_type: 'token' }),
    {
      error: 'unsupported_response_type',
      error_type: 'response_type',
    },
  ],
  ['no scope', authorizeUrl({ scope: undefined }), { error: 'invalid_scope', error_type: 'scope' }],
  [
    'scopes joined by spaces',
    authorizeUrl({ scope: 'user.info.basic user.info.stats' }),
    {
      error: 'invalid_scope',
      error_type: 'scope',
    },
  ],
  [
    'a scope the app was not assigned',
    authorizeUrl({ scope: 'user.info.basic,video.publish' }),
    {
      error: 'invalid_scope',
      error_type: 'scope',
    },
  ],
  [
    'a desktop redirect without challenge',
    desktopUrl({ code_challenge: undefined }),
    {
      error: 'param_error',
      error_type: 'code_challenge',
      errCode: '10007',
    },
  ],
  [
    'plain PKCE',
    desktopUrl({ code_challenge_method: 'plain' }),
    {
      error: 'param_error',
      error_type: 'code_challenge_method',
      errCode: '10008',
    },
  ],
  [
    'a desktop challenge without a method',
    desktopUrl({ code_challenge_method: undefined }),
    {
      error: 'param_error',
      error_type: 'code_challenge_method',
      errCode: '10008',
    },
  ],
  [
    'disable_auto_auth=yes',
    authorizeUrl({ disable_auto_auth: 'yes' }),
    {
      error: 'param_error',
      error_type: 'disable_auto_auth',
    },
  ],
  [
    'a parameter twice',
    `${authorizeUrl()}&state=another`,
    {
      error: 'param_error',
      error_type: 'state',
    },
  ],
  [
    'the client secret in the browser',
    authorizeUrl({ client_secret: 's' }),
    {
      error: 'invalid_request',
      error_type: 'client_secret',
    },
  ],
  [
    'the verifier in the browser',
    authorizeUrl({ code_verifier: 'v' }),
    {
      error: 'invalid_request',
      error_type: 'code_verifier',
    },
  ],
]

test.each(refusals)('%s stops on the platform’s own page', async (_, url, codes) => {
  const tiktok = await practice()
  const page = await tiktok.approve(url)
  expect(page.host).toBe('www.tiktok.com')
  expect(Object.fromEntries(page.searchParams)).toMatchObject(codes)
  if (!('errCode' in codes) && codes.error_type !== 'redirect_uri') {
    expect(page.searchParams.has('errCode')).toBe(false)
  }
  const shown = await tiktok.fetch(page)
  expect(shown.status).toBe(400)
  expect(await shown.text()).toContain(codes.error_type)
})

test('unknown parameters are tolerated', async () => {
  const tiktok = await practice()
  const back = await tiktok.approve(authorizeUrl({ client_id: 'x', lang: 'en' }))
  expect(back.searchParams.has('code')).toBe(true)
})

test('the authorization address needs its final slash, unless read leniently', async () => {
  const bare = authorizeUrl().replace('/authorize/?', '/authorize?')
  const strict = await practice()
  expect((await strict.fetch(bare)).status).toBe(404)
  const lenient = await practice({ doubts: { authorizeSlash: 'optional' } })
  expect((await lenient.approve(bare)).searchParams.has('code')).toBe(true)
})

test('a wildcard port takes any port on its own host only', async () => {
  const tiktok = await practice()
  for (const host of ['127.0.0.1:1', 'localhost:65535']) {
    const redirect_uri = `http://${host}/api/auth/callback/tiktok`
    const back = await tiktok.approve(desktopUrl({ redirect_uri }))
    expect(back.origin).toBe(`http://${host}`)
  }
  const portless = desktopUrl({ redirect_uri: 'http://localhost/api/auth/callback/tiktok' })
  expect((await tiktok.approve(portless)).searchParams.get('error_type')).toBe('redirect_uri')
})

test('a desktop redirect URI without a path is refused although it was registered', async () => {
  const apps = [{ client_key: 'awx', client_secret: 's', desktop: ['http://localhost:3455'] }]
  const tiktok = await practice({ apps })
  const redirect_uri = 'http://localhost:3455'
  const page = await tiktok.approve(desktopUrl({ client_key: 'awx', redirect_uri }))
  expect(page.searchParams.get('error_type')).toBe('redirect_uri')
})

test('someone who allowed everything before passes straight through, unless the page is demanded', async () => {
  const tiktok = await practice()
  const visit = async (overrides: Overrides = {}): Promise<Response> =>
    tiktok.handler(
      new Request(authorizeUrl(overrides), { headers: { cookie: 'practice_tiktok=ada' } }),
    )
  expect((await visit()).status).toBe(200)
  await signIn(tiktok, { as: 'ada', grant: ['user.info.basic', 'user.info.stats'] })
  const known = { scope: 'user.info.stats,user.info.basic' }
  const passed = await visit(known)
  expect(passed.status).toBe(303)
  const code = new URL(passed.headers.get('location') ?? '').searchParams.get('code')
  expect(await (await redeem(tiktok, code)).json()).toHaveProperty('access_token')
  expect((await visit({ ...known, disable_auto_auth: '0' })).status).toBe(303)
  expect((await visit({ ...known, disable_auto_auth: '1' })).status).toBe(200)
  expect((await visit()).status).toBe(200)
  tiktok.disconnect('ada')
  expect((await visit(known)).status).toBe(200)
})

test('the form refuses a scope or a request that the page did not show', async () => {
  const tiktok = await practice()
  const decide = async (request: string, scope: string): Promise<URL> => {
    const body = new URLSearchParams({ request, scope, persona: 'ada', decision: 'allow' })
    const address = 'https://www.tiktok.com/practice/tiktok/decide'
    const answer = await tiktok.handler(new Request(address, { method: 'POST', body }))
    return new URL(answer.headers.get('location') ?? '')
  }
  const request = new URL(authorizeUrl({ scope: 'user.info.basic' })).search.slice(1)
  const widened = await decide(request, 'user.info.stats')
  expect(widened.searchParams.get('error')).toBe('access_denied')
  const foreign = new URL(authorizeUrl({ redirect_uri: 'https://evil.test/' })).search.slice(1)
  expect((await decide(foreign, 'user.info.basic')).host).toBe('www.tiktok.com')
})

test('PKCE on a web redirect is ignored, as documented, or checked, if you prefer', async () => {
  const challenge = { code_challenge: hexChallenge, code_challenge_method: 'S256' }
  const ignoring = await practice()
  expect(await signIn(ignoring, {}, challenge)).toHaveProperty('access_token')
  const checking = await practice({ doubts: { webPkce: 'checked' } })
  expect(await signIn(checking, {}, challenge)).toMatchObject({
    error: 'invalid_request',
    error_description: 'Code verifier or code challenge is invalid.',
  })
})
