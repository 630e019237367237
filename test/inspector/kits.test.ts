import { expect, test } from 'vitest'
import { emulator, tiktok } from '../../src/emulator/index.ts'
import { Auth } from '../../src/index.ts'
import { NativeApps } from '../../src/parts/native-apps.ts'
import { Minis, QrCode } from '../../src/parts/tiktok-kits.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { arrival, secret } from '../setup.ts'

import { toldAddress } from './key.ts'

const origin = 'http://localhost:3000'
const keys = {
  clientId: 'sbawpractice000001',
  clientSecret: 'practice-secret-of-the-sandbox-01',
}

test('the inspector shows the kit of a sign-in and the scope that a token lacks, and no code', async () => {
  const world = await emulator({ platforms: [tiktok()], now: Date.now() })
  const said: string[] = []
  const auth = Auth({
    providers: [TikTok({ ...keys, kit: 'desktop', kits: [Minis(), QrCode()] })],
    parts: [NativeApps([{ id: 'acme', name: 'Acme', redirects: ['com.acme.app:/signed-in'] }])],
    secret,
    url: origin,
    storage: memory(),
    debug: true,
    logger: {
      error: (error) => void said.push(String(error)),
      warn: (line) => void said.push(line),
      debug: (line) => void said.push(line),
    },
    runtime: { fetch: world.fetch, now: world.clock.now, env: { NODE_ENV: 'development' } },
  })
  const browser = createBrowser({
    origin,
    app: auth.handler,
    now: world.clock.now,
    atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
  })
  await browser.session()
  await browser.visit(toldAddress(said))
  await browser.start('tiktok', { kit: 'qr' })
  await browser.signIn('tiktok', { as: 'ada' })
  const asked = auth.accessToken(browser, 'tiktok', { scopes: ['video.publish'] })
  await expect(asked).rejects.toMatchObject({ code: 'ScopeMissing' })
  const order = { kit: 'minis', client_id: keys.clientId, as: 'max' }
  const { code } = await world.appSignIn('tiktok', order)
  const answer = await browser.submit('/api/auth/native-nonce', { client_id: 'acme' })
  const { nonce } = (await answer.json()) as { nonce: string }
  const proof = { app: 'acme', kit: 'minis', code, nonce } as const
  await auth.exchange(new Headers(), 'tiktok', proof)
  await expect(auth.exchange(new Headers(), 'tiktok', proof)).rejects.toThrow()
  const list = await (await browser.visit('/api/auth/inspect')).text()
  const paths = [...list.matchAll(/href="(\/api\/auth\/inspect\/[\w-]{16})"/g)]
  const shown = [list]
  for (const [, path = ''] of paths)
    for (const one of [path, `${path}.json`]) shown.push(await (await browser.visit(one)).text())
  const all = shown.join('\n')
  expect(all).toContain('Shows a QR code, and waits for a phone')
  expect(all).toContain('Exchanges the code that an app brought')
  expect(all).toContain('minis')
  expect(all).toContain('Failed: ScopeMissing')
  expect(all).toContain('video.publish')
  for (const hidden of [code, nonce, keys.clientSecret])
    expect([...shown, ...said].filter((text) => text.includes(hidden))).toEqual([])
})
