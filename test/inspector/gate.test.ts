import { expect, test } from 'vitest'
import { emulator, turnstile, turnstileToken } from '../../src/emulator/index.ts'
import { Auth } from '../../src/index.ts'
import { Turnstile } from '../../src/parts/turnstile.ts'
import Email from '../../src/providers/email.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

const origin = 'http://localhost:3000'
const keys = { siteKey: 'practice-turnstile', secretKey: 'practice-secret-of-turnstile' }

async function develop() {
  const world = await emulator({ platforms: [turnstile()], now: Date.now() })
  const said: string[] = []
  const auth = Auth({
    providers: [Email({ sendVerificationRequest() {} })],
    parts: [Turnstile(keys)],
    secret,
    storage: memory(),
    logger: { warn: (line) => void said.push(line), error() {} },
    runtime: { fetch: world.fetch, now: world.clock.now, env: { NODE_ENV: 'development' } },
  })
  const browser = createBrowser({ origin, app: auth.handler, now: world.clock.now })
  await browser.session()
  await browser.visit(toldAddress(said))
  const send = async (action: string) => {
    const gateToken = await turnstileToken(world, { action, hostname: 'localhost' })
    await browser.submit('/api/auth/signin/email', { email: 'ada@example.com', gateToken })
    return gateToken
  }
  /** What the inspector shows of the last sign-in, and lets one download. */
  const last = async () => {
    const list = await (await browser.visit('/api/auth/inspect')).text()
    const [path = ''] = /\/api\/auth\/inspect\/[\w-]{16}/.exec(list) ?? []
    const page = await (await browser.visit(path)).text()
    return { page, json: await (await browser.visit(`${path}.json`)).text() }
  }
  return { world, send, last }
}

test('the inspector shows that the gate let somebody pass, and no token or key', async () => {
  const { send, last } = await develop()
  const token = await send('mail')
  const { page, json } = await last()
  for (const text of [page, json]) {
    expect(text).toContain('Asks the gate (mail): passed')
    expect(text).toContain('siteverify')
    expect(text).not.toContain(token)
    expect(text).not.toContain(keys.secretKey)
  }
})

test('the inspector shows why the gate refused somebody', async () => {
  const { send, last } = await develop()
  const token = await send('signUp')
  const { page, json } = await last()
  expect(page).toContain('Asks the gate (mail): refused')
  expect(json).toContain('a token for another action')
  expect(page + json).not.toContain(token)
})

test('the inspector shows that the gate could not decide', async () => {
  const { world, send, last } = await develop()
  world.next({ endpoint: 'siteverify', answer: 'internal-error', times: 2 })
  const token = await send('mail')
  const { page, json } = await last()
  expect(page).toContain('Asks the gate (mail): it could not decide')
  expect(page + json).not.toContain(token)
})
