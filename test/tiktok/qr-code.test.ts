import { expect, test } from 'vitest'
import { QrCode } from '../../src/parts/tiktok-kits.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { origin } from '../setup.ts'
import { tiktok } from './practice.ts'

const signIn = '/api/auth/signin/tiktok'

async function shown(doubts: object = {}) {
  const parts = await tiktok({ kits: [QrCode()] }, {}, {}, doubts)
  const { browser, world } = parts
  const page = await browser.start('tiktok', { kit: 'qr', callbackUrl: '/home' })
  const look = () => browser.visit(page)
  const drawing = async () => {
    const answer = await browser.visit(page, { accept: 'application/json' })
    return (await answer.json()) as { status: string; url: string; svg: string }
  }
  /** A phone scans the code, and somebody answers. */
  const scan = async (url: string, decision: object = { as: 'ada' }) => {
    world.clock.advance('3s')
    return world.decide(url, decision)
  }
  const asked = (endpoint: string) => world.received.filter((one) => one.endpoint === endpoint)
  return { ...parts, page, look, drawing, scan, asked }
}

test('shows a code that looks again by itself, until a phone has confirmed it', async () => {
  const { browser, look, drawing, scan, asked } = await shown()
  const first = await look()
  expect(first.status).toBe(200)
  expect(first.headers.get('refresh')).toBe('4')
  expect(first.headers.get('content-security-policy')).not.toContain('script-src')
  const markup = await first.text()
  expect(markup).toContain('role="img"')
  expect(markup).toContain('scan this code')
  const { url, status } = await drawing()
  expect(status).toBe('waiting')
  expect(url).toMatch(/^aweme:\/\/authorize\?authType=100&/)
  expect(url).not.toContain('tobefilled')
  expect(await browser.session()).toBeNull()
  await scan(url)
  const last = await look()
  expect(last.headers.get('location')).toBe(`${origin}/home`)
  expect((await browser.session())?.user.name).toBe('Ada')
  expect(asked('token')[0]?.body).not.toHaveProperty('code_verifier')
  expect(asked('get_qrcode')[0]?.body).not.toHaveProperty('client_secret')
})

test('takes the code out of an address, where TikTok puts it there', async () => {
  const { browser, look, drawing, scan, asked } = await shown({ qrCode: 'redirect_uri' })
  await scan((await drawing()).url)
  expect((await look()).headers.get('location')).toBe(`${origin}/home`)
  expect((await browser.session())?.user.name).toBe('Ada')
  expect(asked('token')[0]?.body).toMatchObject({
    redirect_uri: `${origin}/api/auth/callback/tiktok`,
  })
})

test('says that the code was scanned while the phone still asks, and waits on after a refusal', async () => {
  const { browser, drawing, scan, look } = await shown()
  await scan((await drawing()).url, { deny: true })
  expect((await drawing()).status).toBe('scanned')
  expect(await (await look()).text()).toContain('Now confirm on your phone')
  expect(await browser.session()).toBeNull()
})

test('asks TikTok every two seconds at most, however often the page is loaded', async () => {
  const { look, asked, world } = await shown()
  await Promise.all(Array.from({ length: 20 }, look))
  expect(asked('check_qrcode')).toHaveLength(1)
  world.clock.advance('3s')
  await look()
  expect(asked('check_qrcode')).toHaveLength(2)
})

test('has TikTok make no more codes than a limit allows, and leaves other ways in open', async () => {
  const limits = { qrCode: { perClient: 2 } }
  const { browser, world, open } = await tiktok({ kits: [QrCode()] }, { limits })
  // Whose address is not known shares ten times as much with all others.
  for (let time = 0; time < 25; time++) await open().submit(signIn, { kit: 'qr' })
  expect(world.received.filter(({ endpoint }) => endpoint === 'get_qrcode')).toHaveLength(20)
  const refused = await browser.submit(signIn, { kit: 'qr' }, { accept: 'application/json' })
  expect([refused.status, (await refused.json()).error]).toEqual([429, 'RateLimited'])
  await browser.signIn('tiktok', { as: 'ada' })
  expect((await browser.session())?.user.name).toBe('Ada')
})

const troubles = ['server_error', 'temporarily_unavailable', 'cut', 'lost', 'torn', 'huge', 'html']

test.each([...troubles, 'unavailable', 'empty', 'truncated', 'null', 'redirect'])(
  'waits on if TikTok’s answer is bad for a moment: %s',
  async (trouble) => {
    const { browser, look, drawing, scan, world, log } = await shown()
    await scan((await drawing()).url)
    world.next({ endpoint: 'check_qrcode', answer: trouble })
    const page = await look()
    expect([page.status, page.headers.get('refresh')]).toEqual([200, '4'])
    expect(log.warnings.join()).toContain('tiktok')
    world.clock.advance('3s')
    expect((await look()).headers.get('location')).toBe(`${origin}/home`)
    expect((await browser.session())?.user.name).toBe('Ada')
  },
)

test('says so if TikTok knows neither key nor secret', async () => {
  const { look, world } = await shown()
  world.next({ endpoint: 'check_qrcode', answer: 'invalid_client' })
  expect((await look()).headers.get('location')).toContain('error=PlatformError')
})

test('signs nobody in by a code that was scanned with another ticket', async () => {
  const { browser, drawing, look, scan, asked, log } = await shown()
  const { url } = await drawing()
  const foreign = url.replace(/client_ticket=[^&]+/, 'client_ticket=of-somebody-else')
  await scan(foreign)
  expect((await look()).headers.get('location')).toContain('error=CheckFailed')
  expect(await browser.session()).toBeNull()
  expect(asked('token')).toEqual([])
  expect(log.warnings.join()).toContain('Another code was scanned')
})

test('signs in the browser that shows the code, and no other, once', async () => {
  const { page, open, drawing, scan, look, browser } = await shown()
  await scan((await drawing()).url)
  const other = open()
  expect((await other.visit(page)).headers.get('location')).toContain('error=FlowMissing')
  expect(await other.session()).toBeNull()
  const thief = browser.clone()
  await look()
  expect((await browser.session())?.user.name).toBe('Ada')
  expect((await thief.visit(page)).headers.get('location')).toContain('error=FlowMissing')
  expect(await thief.session()).toBeNull()
})

test('says that a code is over, and offers to start again', async () => {
  const { look, world } = await shown()
  world.clock.advance('6m')
  expect((await look()).headers.get('location')).toContain('error=FlowExpired')
})

test('offers the code on the sign-in page, in the language of the visitor', async () => {
  const { browser } = await shown()
  const markup = await (await browser.visit('/api/auth/signin')).text()
  expect(markup).toContain('Sign in with TikTok on your phone')
  expect(markup).toContain('name="kit" value="qr"')
  await browser.signIn('tiktok', { as: 'ada' })
  expect((await browser.session())?.user.name).toBe('Ada')
})

test('leaves the sign-in page alone where the kit is not declared', async () => {
  const { browser } = await tiktok()
  expect(await (await browser.visit('/api/auth/signin')).text()).not.toContain('value="qr"')
  const url = await browser.start('tiktok', { kit: 'qr' })
  expect(new URL(url).host).toBe('www.tiktok.com')
  expect(TikTok.id).toBe('tiktok')
})

test('says what TikTok said when it makes no code', async () => {
  const { world, browser, log } = await tiktok({ kits: [QrCode()] })
  world.next({ endpoint: 'get_qrcode', answer: 'invalid_client' })
  const answer = await browser.submit('/api/auth/signin/tiktok', { kit: 'qr' })
  expect(answer.headers.get('location')).toContain('error=PlatformError')
  expect(log.errors[0]).toMatchObject({
    code: 'PlatformError',
    platform: { error: 'invalid_client' },
  })
})
