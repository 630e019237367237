import { expect, test } from 'vitest'
import { emulator, tiktok } from '../../src/emulator/index.ts'
import { Auth } from '../../src/index.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'

const base = 'http://localhost:3000/api/auth'

/** An application while it is developed, in a framework that tells no socket's address, as Next. Somebody asked for a link by mail. */
async function developed() {
  const world = await emulator({ platforms: [tiktok()] })
  const listening = await world.listen({ keepsProcessAlive: false })
  const said: string[] = []
  const auth = Auth({
    providers: [Email({ from: 'hello@app.test' })],
    secret,
    storage: memory(),
    runtime: { emulator: listening.url, env: { NODE_ENV: 'development' } },
    logger: { warn: (line) => void said.push(line), error() {} },
  })
  const browser = createBrowser({ origin: 'http://localhost:3000', app: auth.handler })
  await browser.submit('/api/auth/signin/email', { email: 'ada@people.test' })
  const [, address = ''] = /(http:\S+\/inspect\S*)/.exec(said.join('\n')) ?? []
  return { auth, said, address }
}

const pages = ['', '/mail', '/mail/1', '/mail/1/html', '/mail/1/text', '/changes?since=0']

test('a neighbour in the network who makes up headers is shown no sign-in and no mail', async () => {
  const { auth } = await developed()
  const claims = [
    {},
    { host: 'localhost:3000', 'x-forwarded-for': '127.0.0.1' },
    { host: 'localhost', 'x-forwarded-for': '::1', 'x-forwarded-host': 'localhost:3000' },
    { host: '127.0.0.1:3000', 'x-real-ip': '127.0.0.1' },
  ]
  for (const headers of claims) {
    for (const page of pages) {
      const response = await auth.handler(new Request(`${base}/inspect${page}`, { headers }))
      expect(response.status, page).toBe(403)
      expect(await response.text()).toBe(
        'The inspector opens by the address in the log of your application.',
      )
    }
    const again = new Request(`${base}/inspect/again`, {
      method: 'POST',
      headers: { ...headers, origin: 'http://localhost:3000' },
      body: new URLSearchParams({ provider: 'email' }),
    })
    expect((await auth.handler(again)).status).toBe(403)
  }
})

test('the address in the log opens the inspector, and a cookie for its path keeps it open', async () => {
  const { auth, address } = await developed()
  const { pathname, searchParams } = new URL(address)
  const key = searchParams.get('key') ?? ''
  expect([pathname, key.length]).toEqual(['/api/auth/inspect', 43])
  const entered = await auth.handler(new Request(address))
  expect([entered.status, entered.headers.get('location')]).toEqual([303, '/api/auth/inspect'])
  const [cookie = ''] = entered.headers.getSetCookie()
  expect(cookie).toMatch(/^portico\.inspector\.[\w-]{8}=[\w-]{43}; Path=\/api\/auth\/inspect; /)
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/)
  const headers = { cookie: cookie.split(';', 1)[0] ?? '' }
  for (const page of pages) {
    const response = await auth.handler(new Request(`${base}/inspect${page}`, { headers }))
    expect(response.status, page).toBe(200)
    expect(await response.text()).not.toContain(key)
  }
})

test('a key or a cookie that is nearly right gets 403, and so does the key from elsewhere', async () => {
  const { auth, address } = await developed()
  const { searchParams } = new URL(address)
  const key = searchParams.get('key') ?? ''
  const name = `portico.inspector.${key.slice(0, 8)}`
  const other = key.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const wrong of ['', key.slice(1), key.slice(0, -1), `${key}A`, other, key.toLowerCase()]) {
    const asked = new Request(`${base}/inspect?key=${wrong}`)
    expect((await auth.handler(asked)).status).toBe(403)
    const headers = { cookie: `${name}=${wrong}` }
    expect((await auth.handler(new Request(`${base}/inspect`, { headers }))).status).toBe(403)
  }
  const proxied = new Request(address, { headers: { 'x-forwarded-for': '192.168.1.20' } })
  expect((await auth.handler(proxied)).status).toBe(403)
  expect((await auth.handler(new Request(address), { address: '192.168.1.20' })).status).toBe(403)
})

test('the key is in the log only, and the same in every process of the application', async () => {
  const { auth, said, address } = await developed()
  const key = new URL(address).searchParams.get('key') ?? ''
  const shown = ['/signin', '/nowhere', '/inspect', '/inspect/signed-in', '/session']
  const headers = { accept: 'text/html' }
  for (const path of shown) {
    const response = await auth.handler(new Request(base + path, { headers }))
    expect(JSON.stringify([...response.headers]) + (await response.text())).not.toContain(key)
  }
  expect(said.filter((line) => line.includes(key))).toHaveLength(1)
  expect((await developed()).address).toBe(address)
})

test('an emulator that lets other machines in shows them its inbox and its buttons by its key only', async () => {
  const world = await emulator({ platforms: [tiktok()] })
  const options = { host: '0.0.0.0', dangerouslyAllowRemote: true, keepsProcessAlive: false }
  const { url, pages } = await world.listen(options)
  const here = url.replace('0.0.0.0', '127.0.0.1')
  const mail = { to: 'ada@people.test', subject: 'A link', text: 'https://app.test/a-mailed-link' }
  world.inbox.deliver(mail)
  expect(await (await fetch(`${here}/inbox/1`)).text()).toContain('a-mailed-link')
  // A proxy or a port of a container brings them; the host that they typed tells too.
  const { ask } = await import('../../src/cli/doctor/ask.ts')
  const elsewhere: Record<string, string>[] = [
    { 'x-forwarded-for': '192.168.1.20' },
    { host: 'laptop.local:4100' },
  ]
  for (const headers of elsewhere) {
    for (const path of ['/', '/inbox', '/inbox/1', '/inbox/1/html', '/?key=', '/?key=wrong']) {
      const { status, body } = await ask(new URL(path, here), { headers })
      expect([status, body.includes('mailed')], path).toEqual([403, false])
    }
    const form = { by: '1h' }
    const own = { ...headers, 'sec-fetch-site': 'same-origin' }
    const pressed = await ask(new URL('/actions/clock', here), {
      method: 'POST',
      headers: own,
      form,
    })
    expect(pressed.status).toBe(403)
    const { status, cookies } = await ask(new URL(pages.replace(url, here)), { headers })
    expect(status).toBe(303)
    const opened = await ask(new URL('/inbox/1', here), {
      headers: { ...headers, cookie: cookies },
    })
    expect(opened.body).toContain('a-mailed-link')
    const authorize = new URL('/www.tiktok.com/v2/auth/authorize/', here)
    expect((await ask(authorize, { headers })).status).not.toBe(403)
  }
})

test('a page whose host stands in the path, behind two slashes, is no page of the emulator', async () => {
  const world = await emulator({ platforms: [tiktok()] })
  const { url } = await world.listen({ keepsProcessAlive: false })
  const before = world.clock.now()
  // Browsers that send no Sec-Fetch-Site send the origin of the page.
  const forged = await fetch(`${url}//evil.test/actions/clock`, {
    method: 'POST',
    headers: { origin: 'http://evil.test' },
    body: new URLSearchParams({ by: '1d' }),
    redirect: 'manual',
  })
  expect(forged.status).toBe(404)
  expect(world.clock.now() - before).toBeLessThan(86_400_000)
  const own = await fetch(`${url}/actions/clock`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ by: '1d' }),
    redirect: 'manual',
  })
  expect(own.status).toBe(303)
})
