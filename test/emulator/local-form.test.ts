import { afterEach, describe, expect, test } from 'vitest'
import type { Emulator, Listening } from '../../src/emulator/index.ts'
import {
  authorizeUrl,
  client,
  desktopUrl,
  parameters,
  practice,
  redeem,
  signIn,
  userInfo,
  web,
} from './practice.ts'

const open: Listening[] = []
afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

async function listen(options: Parameters<typeof practice>[0] = {}): Promise<[Emulator, string]> {
  const tiktok = await practice(options)
  const server = await tiktok.listen()
  open.push(server)
  return [tiktok, server.url]
}

describe('the local form of an address', () => {
  test('answers like the real one, and its pages stay in that form', async () => {
    const tiktok = await practice()
    const local = authorizeUrl().replace('https://', 'http://127.0.0.1:4100/')
    const page = await (await tiktok.handler(new Request(local))).text()
    expect(page).toContain('action="http://127.0.0.1:4100/www.tiktok.com/practice/tiktok/decide"')
    expect(page).toContain('src="http://127.0.0.1:4100/p16-sign-va.tiktokcdn.com/portrait/ada.svg"')
    expect(page).not.toContain('https://www.tiktok.com')
    const back = await tiktok.approve(local)
    expect(back.origin + back.pathname).toBe(web)
    const wrong = await tiktok.approve(local.replace('client_key', 'client_id'))
    expect(wrong.href).toMatch(/^http:\/\/127\.0\.0\.1:4100\/www\.tiktok\.com\/practice/)
  })

  test('is what locate() writes while somebody listens', async () => {
    const [tiktok, url] = await listen()
    const real = 'https://www.tiktok.com/v2/auth/authorize/?a=b'
    expect(tiktok.locate(real)).toBe(`${url}/www.tiktok.com/v2/auth/authorize/?a=b`)
    await open.pop()?.close()
    expect(tiktok.locate(real)).toBe(real)
  })

  test('gives browsers pictures they can load, whichever way the profile was asked for', async () => {
    const [tiktok, url] = await listen()
    const { access_token } = await signIn(tiktok)
    const info = await userInfo(tiktok, access_token, 'avatar_url')
    const { data } = (await info.json()) as { data: { user: { avatar_url: string } } }
    expect(data.user.avatar_url.startsWith(`${url}/p16-sign-va.tiktokcdn.com/`)).toBe(true)
    const picture = await fetch(data.user.avatar_url)
    expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  })
})

describe('over a socket', () => {
  test('a whole sign-in works', async () => {
    const [tiktok, url] = await listen()
    const back = await tiktok.approve(authorizeUrl())
    const answer = await fetch(`${url}/open.tiktokapis.com/v2/oauth/token/`, {
      method: 'POST',
      body: parameters({
        ...client,
        grant_type: 'authorization_code',
        code: back.searchParams.get('code') ?? undefined,
        redirect_uri: web,
      }),
    })
    expect(await answer.json()).toHaveProperty('access_token')
  })

  test('broken connections are broken', async () => {
    const [tiktok, url] = await listen()
    const ask = (): Promise<Response> =>
      fetch(`${url}/open.tiktokapis.com/v2/oauth/token/`, { method: 'POST', body: 'x=y' })
    tiktok.next({ endpoint: 'token', answer: 'cut' })
    await expect(ask()).rejects.toThrow()
    tiktok.next({ endpoint: 'token', answer: 'torn' })
    await expect(ask().then((response) => response.text())).rejects.toThrow()
  })

  test('a client that gives up ends the wait', async () => {
    const [tiktok, url] = await listen()
    tiktok.next({ endpoint: 'token', answer: 'slow' })
    const giveUp = new AbortController()
    const address = `${url}/open.tiktokapis.com/v2/oauth/token/`
    const answer = fetch(address, { method: 'POST', signal: giveUp.signal })
    giveUp.abort(new Error('enough'))
    await expect(answer).rejects.toThrow('enough')
  })

  test('only this machine is let in', async () => {
    const tiktok = await practice()
    await expect(tiktok.listen({ host: '0.0.0.0' })).rejects.toThrow(/dangerouslyAllowRemote/)
    const [, url] = await listen()
    const { request } = await import('node:http')
    const status = await new Promise((resolve, reject) => {
      const headers = { host: 'evil.test' }
      request(url, { headers }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(403)
  })
})

describe('the consent page', () => {
  test('says what it is, runs nothing, and may lead to the application and on from there', async () => {
    const tiktok = await practice()
    const page = await tiktok.fetch(desktopUrl())
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self' http://127.0.0.1:3455 https: http://localhost:*")
    expect(policy).not.toMatch(/form-action [^;]* (http:|\*)[ ;]/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(policy).not.toContain('script-src')
    const markup = await page.text()
    expect(markup).toContain('Practice TikTok – Portico emulator, not TikTok')
    expect(markup).not.toContain('<script')
  })

  test('escapes whatever it is told', async () => {
    const evil = '"><img src=x onerror=alert(1)>'
    const tiktok = await practice({
      apps: [{ ...client, environment: 'sandbox', name: evil, web: [web] }],
      personas: [{ id: 'eve', name: evil, note: evil, username: 'eve' }],
    })
    const page = await (await tiktok.fetch(authorizeUrl({ state: evil }))).text()
    expect(page).not.toContain('<img src=x')
    const back = await tiktok.approve(authorizeUrl({ state: evil }))
    expect(back.searchParams.get('state')).toBe(evil)
    const problem = await tiktok.fetch(
      `https://www.tiktok.com/practice/tiktok/problem?error=${encodeURIComponent(evil)}`,
    )
    expect(await problem.text()).not.toContain('<img src=x')
  })
})

describe('the emulator’s own pages', () => {
  const visit = (tiktok: Emulator, path: string, init?: RequestInit): Promise<Response> =>
    tiktok.handler(new Request(`http://127.0.0.1:4100${path}`, init))

  test('the overview lists applications, people and requests, without their secrets', async () => {
    const tiktok = await practice()
    const tokens = await signIn(tiktok)
    await userInfo(tiktok, tokens.access_token, 'open_id')
    const page = await (await visit(tiktok, '/')).text()
    for (const word of [
      client.client_key,
      web,
      'Ada',
      'userinfo',
      'grant_type=authorization_code',
    ]) {
      expect(page).toContain(word)
    }
    const code = new URLSearchParams(Object(tiktok.received[2]?.body)).get('code') ?? 'no code'
    for (const secret of [client.client_secret, tokens.access_token, tokens.refresh_token, code]) {
      expect(page).not.toContain(secret)
    }
  })

  test('its buttons move the clock, order faults, disconnect people and sign the browser out', async () => {
    const tiktok = await practice()
    const { access_token } = await signIn(tiktok)
    const press = (action: string, form: Record<string, string>): Promise<Response> =>
      visit(tiktok, `/actions/${action}`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin' },
        body: parameters(form),
      })
    const before = tiktok.clock.now()
    expect((await press('clock', { by: '1h' })).status).toBe(303)
    expect(tiktok.clock.now() - before).toBe(3_600_000)
    await press('fault', { fault: 'tiktok/token/janus' })
    expect((await redeem(tiktok, 'any')).status).toBe(404)
    await press('disconnect', { platform: 'tiktok', persona: 'ada' })
    expect((await userInfo(tiktok, access_token, 'open_id')).status).toBe(401)
    const forgotten = await press('forget', { platform: 'tiktok' })
    expect(forgotten.headers.get('set-cookie')).toMatch(/^practice_tiktok=; .*Max-Age=0/)
    expect((await press('clock', { by: 'never' })).status).toBe(400)
    expect((await press('dance', {})).status).toBe(404)
  })

  test.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['another site in an old browser', { origin: 'https://evil.test' }],
    ['nowhere in particular', {}],
    ['a page without an origin', { origin: 'null' }],
  ])('its buttons answer 403 to %s', async (_, headers) => {
    const tiktok = await practice()
    const body = parameters({ by: '1h' })
    const answer = await visit(tiktok, '/actions/clock', { method: 'POST', headers, body })
    expect(answer.status).toBe(403)
  })

  test('mail arrives in the inbox, newest first, and can do no harm there', async () => {
    const tiktok = await practice()
    const html = '<p onclick="alert(1)">Hi</p><script>alert(1)</script>'
    tiktok.inbox.deliver({ to: 'a@app.test', subject: 'First', text: 'Go to https://app.test/x' })
    tiktok.inbox.deliver({ to: 'b@app.test', subject: '<i>Second', text: 'Text', html })
    expect(tiktok.inbox.messages('a@app.test')).toMatchObject([{ subject: 'First' }])
    const list = await (await visit(tiktok, '/inbox')).text()
    expect(list.indexOf('Second')).toBeLessThan(list.indexOf('First'))
    expect(list).not.toContain('<i>')
    const first = await (await visit(tiktok, '/inbox/1')).text()
    expect(first).toContain('<a href="https://app.test/x">')
    const second = await (await visit(tiktok, '/inbox/2')).text()
    expect(second).not.toContain('onclick')
    expect(second).toMatch(/<iframe src="\/inbox\/2\/html"[^>]*sandbox="(?!.*allow-scripts)/s)
    const framed = await visit(tiktok, '/inbox/2/html')
    expect(framed.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect((await visit(tiktok, '/inbox/3')).status).toBe(404)
  })

  test('another process can deliver mail as JSON, and read it', async () => {
    const tiktok = await practice()
    const send = (type: string, body: string): Promise<Response> =>
      visit(tiktok, '/inbox', { method: 'POST', headers: { 'content-type': type }, body })
    const mail = { to: 'a@app.test', subject: 'Hello', text: 'There' }
    expect((await send('application/json', JSON.stringify(mail))).status).toBe(201)
    expect((await send('text/plain', JSON.stringify(mail))).status).toBe(415)
    expect((await send('application/json', '{"to":1}')).status).toBe(400)
    const list = await visit(tiktok, '/inbox', { headers: { accept: 'application/json' } })
    expect(await list.json()).toMatchObject([mail])
  })

  test('an unknown address is told which platforms there are', async () => {
    const answer = await visit(await practice(), '/nowhere')
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('www.tiktok.com')
  })
})
