import { expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import Credentials from '../../src/providers/credentials.ts'
import { memory } from '../../src/storage/memory.ts'
import { createBrowser } from '../../src/testing.ts'
import { secret } from '../setup.ts'
import { toldAddress } from './key.ts'

const origin = 'http://localhost:3000'

test('the inspector and the debug log show no code of a device, no key and no JWT', async () => {
  const said: string[] = []
  const auth = Auth({
    providers: [
      Credentials({
        credentials: { name: {} },
        authorize: ({ name }) => ({ id: String(name), name: String(name) }),
      }),
    ],
    parts: [DeviceSignIn({ clients: { tv: 'TV' } }), Jwt({ audience: 'api' })],
    secret,
    storage: memory(),
    debug: true,
    logger: {
      error: (error) => void said.push(String(error), JSON.stringify(error)),
      warn: (line) => void said.push(line),
      debug: (line) => void said.push(line),
    },
    runtime: { env: { NODE_ENV: 'development' } },
  })
  const browser = createBrowser({ origin, app: auth.handler })
  await browser.session()
  await browser.visit(toldAddress(said))
  await browser.submit('/api/auth/callback/credentials', { name: 'ada' })
  const as = (await browser.session())?.user.id ?? ''
  const post = async (path: string, form: object) => {
    const body = new URLSearchParams({ client_id: 'tv', ...form })
    const address = `${origin}/api/auth/device/${path}`
    return (await auth.handler(new Request(address, { method: 'POST', body }))).json()
  }
  const { user_code, device_code } = await post('code', {})
  await browser.visit(`/api/auth/device?user_code=${user_code}`)
  await browser.submit('/api/auth/device', { user_code: 'BCDF-GHJK' })
  await browser.submit('/api/auth/device', { user_code })
  await browser.submit('/api/auth/device', { user_code, answer: 'approve', as })
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
  const { access_token } = await post('token', { grant_type, device_code })
  const json = { accept: 'application/json' }
  const { token } = await (await browser.submit('/api/auth/jwt', {}, json)).json()
  const authorization = `Bearer ${access_token}`
  await browser.submit('/api/auth/callback/credentials', { name: 'noor' }, { authorization })
  await browser.visit('/api/auth/account', { authorization })
  const list = await (await browser.visit('/api/auth/inspect')).text()
  const paths = [...list.matchAll(/href="(\/api\/auth\/inspect\/[\w-]{16})"/g)]
  expect(paths.length).toBeGreaterThan(0)
  const shown = [list, ...said]
  for (const [, path = ''] of paths)
    for (const one of [path, `${path}.json`]) shown.push(await (await browser.visit(one)).text())
  const secrets = [user_code, device_code, access_token, token].map((text) =>
    String(text).slice(-9),
  )
  expect(secrets.every((text) => text.length === 9)).toBe(true)
  for (const text of secrets) expect(shown.filter((page) => page.includes(text))).toEqual([])
})
