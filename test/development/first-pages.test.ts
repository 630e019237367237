import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Auth, type Session } from '../../src/index.ts'
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

/** A server that has nothing but a start page, or not even that. */
async function serverWithHome(status: number): Promise<string> {
  const server = createServer((_request, response) => void response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const landing = '/api/auth/inspect/signed-in'

test('a sign-in that ends at no page says who is signed in', async () => {
  const origin = await serverWithHome(404)
  const callbacks = {
    session: ({ session }: { session: Session }) => ({ ...session, token: 'kept-to-itself' }),
  }
  const { browser } = develop({ providers: [TikTok], callbacks }, origin)
  const back = await browser.signIn('tiktok', { as: 'ada' })
  expect(back.headers.get('location')).toBe(origin + landing)
  const page = await (await browser.visit(landing)).text()
  expect(page).toContain('<h1>You’re signed in as Ada')
  expect(page).toContain('callbackUrl')
  expect(page).not.toContain('kept-to-itself')
})

test('where there is a page, or another was asked for, it ends there', async () => {
  const origin = await serverWithHome(200)
  const { browser } = develop({ providers: [TikTok] }, origin)
  const back = await browser.signIn('tiktok')
  expect(back.headers.get('location')).toBe(`${origin}/`)
  const homeless = await serverWithHome(404)
  const { browser: other } = develop({ providers: [TikTok] }, homeless)
  const asked = await other.signIn('tiktok', { callbackUrl: '/videos' })
  expect(asked.headers.get('location')).toBe(`${homeless}/videos`)
})

test('nobody but a developer ends at that page', async () => {
  const origin = await serverWithHome(404)
  const { browser } = develop({ providers: [TikTok], env: { NODE_ENV: 'test' } }, origin)
  expect((await browser.signIn('tiktok')).headers.get('location')).toBe(`${origin}/`)
  expect((await browser.visit(landing)).status).toBe(404)
})

test('the error page leads a developer to the inspector, where there is one', async () => {
  const errorPage = async (NODE_ENV: string) => {
    const { browser } = develop({ providers: [TikTok], env: { NODE_ENV } })
    return (await browser.visit('/api/auth/nowhere')).text()
  }
  expect(await errorPage('development')).toContain('<a href="/api/auth/inspect">')
  expect(await errorPage('test')).not.toContain('/inspect')
})
