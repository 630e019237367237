import { describe, expect, test } from 'vitest'
import {
  bearing,
  begin,
  codeIn,
  exchange,
  goOn,
  type House,
  house,
  redirects,
  startPath,
} from '../native-apps/house.ts'

/** A code that Ada's browser sent into the app, and what the app began with. */
async function caught(at: House) {
  const flow = begin()
  const code = codeIn(await goOn(at.browser, flow))
  expect(code).not.toBe('')
  return { flow, code }
}

const sessionsOf = async ({ storage, userId }: House) =>
  (await storage.listSessions(userId)).filter(({ userAgent }) => userAgent?.startsWith('Acme'))

describe('a code that somebody else caught', () => {
  test('gives nothing to another app that claims the scheme, and is used up', async () => {
    const at = await house()
    const { flow, code } = await caught(at)
    const thief = begin({ client_id: 'other' })
    const stolen = await at.post('native-token', exchange(thief, code))
    expect([stolen.status, await stolen.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect((await at.post('native-token', exchange(flow, code))).status).toBe(400)
    expect(await sessionsOf(at)).toEqual([])
  })

  test.each([
    ['the verifier is missing', { code_verifier: '' }],
    ['the verifier is the thief’s own', { code_verifier: begin().verifier }],
    ['the verifier is short', { code_verifier: 'a'.repeat(42) }],
    ['the redirect is another of the same app', { redirect_uri: redirects.claimed }],
    ['the app is another', { client_id: 'other' }],
  ])('gives nothing if %s', async (_why, changed) => {
    const at = await house()
    const { flow, code } = await caught(at)
    const answer = await at.post('native-token', { ...exchange(flow, code), ...changed })
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect(await sessionsOf(at)).toEqual([])
  })

  test('gives nothing by its challenge, as `plain` would', async () => {
    const at = await house()
    const { flow, code } = await caught(at)
    const plain = { ...exchange(flow, code), code_verifier: flow.query.code_challenge ?? '' }
    expect((await at.post('native-token', plain)).status).toBe(400)
  })

  test('gives nothing after a minute', async () => {
    const at = await house()
    const { flow, code } = await caught(at)
    at.clock.advance('61s')
    expect((await at.post('native-token', exchange(flow, code))).status).toBe(400)
  })

  test('gives nothing once its person was signed out everywhere', async () => {
    const at = await house()
    const { flow, code } = await caught(at)
    await at.auth.sessions.endAll({ userId: at.userId })
    const answer = await at.post('native-token', exchange(flow, code))
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect(await at.storage.listSessions(at.userId)).toEqual([])
  })

  test('is good once, however many send it at the same moment', async () => {
    const at = await house()
    const { flow, code } = await caught(at)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => at.post('native-token', exchange(flow, code))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await sessionsOf(at)).toHaveLength(1)
  })
})

describe('a request to start', () => {
  const wrong: [string, Record<string, string | undefined>][] = [
    ['by prefix', { redirect_uri: `${redirects.claimed}/more` }],
    ['by a longer host', { redirect_uri: 'https://acme.example.evil.test/app/signed-in' }],
    ['by case', { redirect_uri: 'https://acme.example/app/Signed-In' }],
    ['by case of the host', { redirect_uri: 'https://ACME.example/app/signed-in' }],
    ['by case of the scheme', { redirect_uri: 'COM.acme.app:/signed-in' }],
    ['by port', { redirect_uri: 'https://acme.example:8443/app/signed-in' }],
    ['by its own port', { redirect_uri: 'https://acme.example:443/app/signed-in' }],
    ['by userinfo', { redirect_uri: 'https://acme.example@evil.test/app/signed-in' }],
    ['by userinfo on loopback', { redirect_uri: 'http://127.0.0.1:49152@evil.test/signed-in' }],
    ['by query', { redirect_uri: `${redirects.scheme}?next=evil` }],
    ['by fragment', { redirect_uri: `${redirects.claimed}#x` }],
    ['by a trailing slash', { redirect_uri: `${redirects.claimed}/` }],
    ['by dots', { redirect_uri: 'https://acme.example/app/../app/signed-in' }],
    ['by a space', { redirect_uri: ` ${redirects.scheme}` }],
    ['by another path on loopback', { redirect_uri: 'http://127.0.0.1:49152/signed-in/x' }],
    ['by loopback without a port', { redirect_uri: 'http://127.0.0.1/signed-in' }],
    ['by localhost', { redirect_uri: 'http://localhost:49152/signed-in' }],
    ['by another loopback address', { redirect_uri: 'http://127.0.0.2:49152/signed-in' }],
    ['by a short loopback address', { redirect_uri: 'http://127.1:49152/signed-in' }],
    ['by a port that is none', { redirect_uri: 'http://127.0.0.1:99999/signed-in' }],
    ['by a port with a zero', { redirect_uri: 'http://127.0.0.1:049152/signed-in' }],
    ['by another app’s redirect', { redirect_uri: 'com.other.app:/signed-in' }],
    ['without a redirect', { redirect_uri: undefined }],
    ['of an unknown app', { client_id: 'nobody' }],
    ['of an inherited name', { client_id: '__proto__' }],
    ['without a challenge', { code_challenge: undefined }],
    ['with an empty challenge', { code_challenge: '' }],
    ['with the method plain', { code_challenge_method: 'plain' }],
    ['without a method, which would be plain', { code_challenge_method: undefined }],
    ['for a token in the address', { response_type: 'token' }],
    ['without a state', { state: undefined }],
  ]

  test.each(wrong)('%s gets an error page and leads nowhere', async (_how, changed) => {
    const { browser, storage, userId } = await house()
    const flow = begin(changed)
    for (const answer of [
      await browser.visit(startPath(flow)),
      await browser.submit('/api/auth/native-start', flow.query),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.headers.get('location')).toBeNull()
    }
    expect((await storage.listItems({ userId })).items).toEqual([])
  })

  test('of a hostile app with our id shows a page that names the app and the person, and nothing else happens', async () => {
    const { browser, storage, userId } = await house()
    const answer = await browser.visit(startPath(begin({ redirect_uri: redirects.loopback })))
    expect(answer.headers.get('location')).toBeNull()
    expect(await answer.text()).toContain('Continue to Acme as Ada Lovelace')
    expect((await storage.listItems({ userId })).items).toEqual([])
  })

  test('cannot be confirmed by a page of another site', async () => {
    const { browser, storage, userId } = await house()
    const answer = await browser.submit('/api/auth/native-start', begin().query, {
      origin: 'https://evil.test',
      'sec-fetch-site': 'cross-site',
    })
    expect(answer.status).toBe(403)
    expect((await storage.listItems({ userId })).items).toEqual([])
  })
})

describe('a key', () => {
  test('is refused after its successor was used, and a minute later ends the session for both', async () => {
    const at = await house()
    const { access_token: first } = await at.enter()
    const { access_token: second } = await (await at.renew(first)).json()
    expect(await at.who(second)).toBe(at.userId)
    // Another program of the same device, which was just too late.
    expect((await at.renew(first)).status).toBe(400)
    expect(await at.who(second)).toBe(at.userId)
    at.clock.advance('61s')
    const answer = await at.renew(first)
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect([await at.who(first), await at.who(second)]).toEqual([undefined, undefined])
    const [line] = await at.auth.users.audit({ userId: at.userId })
    expect(line).toMatchObject({ event: 'reuseAppKey', detail: { app: 'acme' } })
  })

  test('stolen and renewed many times, ends when its owner comes back', async () => {
    const at = await house()
    const { access_token: own } = await at.enter()
    let stolen = own
    for (const _ of [1, 2, 3]) stolen = (await (await at.renew(stolen)).json()).access_token
    expect(await at.who(stolen)).toBe(at.userId)
    at.clock.advance('1d')
    expect((await at.renew(own)).status).toBe(400)
    expect(await at.who(stolen)).toBeUndefined()
  })

  test('ends nothing when it is old and comes as a bearer: a request may have been on its way', async () => {
    const at = await house()
    const { access_token: first } = await at.enter()
    const { access_token: second } = await (await at.renew(first)).json()
    await at.who(second)
    at.clock.advance('1h')
    expect(await at.who(first)).toBeUndefined()
    expect(await at.who(second)).toBe(at.userId)
  })

  test('is renewed for its own app only', async () => {
    const at = await house()
    const { access_token: key } = await at.enter()
    const answer = await at.renew(key, 'other')
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }])
    expect(await at.who(key)).toBe(at.userId)
  })

  test('of an app that is configured no more is nobody', async () => {
    const at = await house()
    const { access_token: key } = await at.enter()
    const { NativeApps } = await import('../../src/parts/native-apps.ts')
    const { setup } = await import('../setup.ts')
    const others = [{ id: 'other', name: 'Other', redirects: ['com.other.app:/signed-in'] }]
    const { auth } = await setup({ storage: at.storage, parts: [NativeApps(others)] })
    expect(await auth.session(bearing(key))).toBeNull()
  })

  test('is no cookie, and neither is its name', async () => {
    const at = await house()
    const { access_token: key } = await at.enter()
    const [name = ''] = [...at.browser.cookies.keys()].filter((one) => one.includes('session'))
    for (const value of [key, key.slice(12, 34), key.slice(34)]) {
      const cookie = `${name}=${value}`
      expect(await at.auth.session(new Headers({ cookie }))).toBeNull()
    }
  })

  test('wins over a cookie; if it is no good, nobody is there', async () => {
    const at = await house()
    const { access_token: key } = await at.enter()
    const noor = at.newBrowser()
    await noor.signIn('github', { as: 'noor' })
    const cookie = noor.headers.get('cookie') ?? ''
    expect((await at.auth.session(bearing(key, { cookie })))?.user.id).toBe(at.userId)
    expect(await at.auth.session(bearing(`${key}x`, { cookie }))).toBeNull()
    for (const foreign of ['Basic YWRhOng=', 'Bearer eyJhbGciOiJFUzI1NiJ9.e30.x', 'Bearer'])
      expect(
        (await at.auth.session(new Headers({ cookie, authorization: foreign })))?.user.name,
      ).toBe('Noor')
  })

  test('changes nothing that belongs to its owner: routes of forms and calls refuse it', async () => {
    const at = await house()
    const { access_token: key } = await at.enter()
    const headers = { authorization: `Bearer ${key}`, origin: 'https://app.test' }
    const forms: [string, Record<string, string>][] = [
      ['account', { action: 'update', name: 'Eve' }],
      ['account', { action: 'endAll' }],
      ['account', { action: 'delete', confirm: 'yes' }],
      ['native-start', begin().query],
    ]
    for (const [path, form] of forms) expect((await at.post(path, form, headers)).status).toBe(401)
    const request = bearing(key)
    await expect(at.auth.sessions.endAll(request)).rejects.toMatchObject({
      code: 'SessionRequired',
    })
    await expect(at.auth.users.delete(request)).rejects.toMatchObject({ code: 'SessionRequired' })
    expect(await at.who(key)).toBe(at.userId)
    expect(await at.browser.session()).not.toBeNull()
  })
})

describe('the routes of apps', () => {
  test.each([
    ['no body', {}],
    ['another grant', { client_id: 'acme', grant_type: 'password' }],
    ['no client', { grant_type: 'authorization_code' }],
    ['an inherited client', { client_id: 'constructor', grant_type: 'authorization_code' }],
    ['rubbish as a key', { client_id: 'acme', grant_type: 'refresh_token', refresh_token: '%00' }],
  ])('answer 400 in JSON and set no cookie: %s', async (_what, form) => {
    const { post } = await house()
    for (const accept of ['application/json', 'text/html', '']) {
      const answer = await post('native-token', form, { accept })
      expect(answer.status).toBe(400)
      expect(answer.headers.get('content-type')).toContain('json')
      expect(answer.headers.getSetCookie()).toEqual([])
      expect((await answer.json()).error).toMatch(/^(invalid|unsupported)_/)
    }
  })

  test('take no cookie for a proof', async () => {
    const { browser, storage, userId } = await house()
    const before = await storage.listSessions(userId)
    await browser.submit('/api/auth/native-token', {
      grant_type: 'refresh_token',
      client_id: 'acme',
    })
    await browser.submit('/api/auth/native-revoke', {})
    expect(await storage.listSessions(userId)).toEqual(before)
  })

  test('log neither codes nor verifiers nor keys', async () => {
    const at = await house()
    const { flow, code } = await caught(at)
    await at.post('native-token', { ...exchange(flow, code), redirect_uri: 'x' })
    const { access_token: key } = await at.enter()
    await at.renew(key, 'other')
    const said = [...at.log.warnings, ...at.log.errors.map((one) => one.stack)].join()
    expect(said).toContain('The code was used')
    for (const secret of [code, flow.verifier, key]) expect(said).not.toContain(secret)
  })
})
