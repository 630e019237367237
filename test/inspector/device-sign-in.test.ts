import { expect, test } from 'vitest'
import { DeviceSignIn } from '../../src/parts/device-sign-in.ts'
import { Jwt } from '../../src/parts/jwt.ts'
import { origin, watched } from './watched.ts'

test('the inspector and the debug log show no code of a device, no key and no JWT', async () => {
  const {
    auth,
    browser,
    shown: read,
  } = await watched([DeviceSignIn({ clients: { tv: 'TV' } }), Jwt({ audience: 'api' })])
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
  const shown = await read()
  const secrets = [user_code, device_code, access_token, token].map((text) =>
    String(text).slice(-9),
  )
  expect(secrets.every((text) => text.length === 9)).toBe(true)
  for (const text of secrets) expect(shown.filter((page) => page.includes(text))).toEqual([])
})
