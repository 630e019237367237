import { expect, test } from 'vitest'
import { Auth } from '../../src/index.ts'
import TikTok from '../../src/providers/tiktok.ts'
import { develop } from './application.ts'

const wrong = { providers: [TikTok], basePath: 'auth', session: { maxAge: -1 } }
const headers = { accept: 'text/html' }
const request = () => new Request('http://localhost:3000/api/auth/signin', { headers })

test('a wrong configuration is shown to whoever develops: each problem, and what to do', async () => {
  const response = await develop(wrong).auth.handler(request())
  expect(response.status).toBe(500)
  const page = await response.text()
  expect(page.match(/<li>/g)).toHaveLength(2)
  expect(page).toContain('is not a path')
  expect(page).toContain('<style nonce=')
})

test('a provider that nobody plays is shown with the variable to copy', async () => {
  const own = { ...TikTok({}), id: 'my-own' }
  const page = await (await develop({ providers: [own] }).auth.handler(request())).text()
  expect(page).toContain('<pre>AUTH_MY_OWN_ID=</pre>')
})

test('visitors in production learn nothing of it', async () => {
  const logger = { error() {} }
  const auth = Auth({ ...wrong, env: { NODE_ENV: 'production' }, logger })
  const page = await (await auth.handler(request())).text()
  expect(page).toContain('Sign-in isn’t available')
  expect(page).not.toMatch(/<li>|AUTH_|path/)
})
