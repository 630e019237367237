import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
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
  const auth = Auth({ ...wrong, runtime: { env: { NODE_ENV: 'production' } }, logger })
  const page = await (await auth.handler(request())).text()
  expect(page).toContain('Sign-in isn’t available')
  expect(page).not.toMatch(/<li>|AUTH_|path/)
})

/** A server that has nothing but a start page, or not even that, and the paths that it was asked for. */
async function serverWithHome(status: number): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('a sign-in that ends at a start page which does not exist ends there, and the log says what to do', async () => {
  const { origin } = await serverWithHome(404)
  const { browser, said } = develop({ providers: [TikTok] }, origin)
  const back = await browser.signIn('tiktok', { as: 'ada' })
  expect(back.headers.get('location')).toBe(`${origin}/`)
  const lines = () => said.filter((line) => /worked.*answers 404.*`callbackUrl`/.test(line))
  await vi.waitFor(() => expect(lines()).toHaveLength(1))
  await browser.signIn('tiktok')
  expect(lines()).toHaveLength(1)
})

test('the start page is asked for only where a developer ends there', async () => {
  const home = await serverWithHome(200)
  const { browser } = develop({ providers: [TikTok] }, home.origin)
  const back = await browser.signIn('tiktok', { callbackUrl: '/videos' })
  expect(back.headers.get('location')).toBe(`${home.origin}/videos`)
  const tested = develop(
    { providers: [TikTok], runtime: { env: { NODE_ENV: 'test' } } },
    home.origin,
  )
  await tested.browser.signIn('tiktok')
  await fetch(`${home.origin}/afterwards`)
  expect(home.asked).toEqual(['/afterwards'])
})

test('the error page leads a developer to the inspector, where there is one', async () => {
  const errorPage = async (NODE_ENV: string) => {
    const { browser } = develop({ providers: [TikTok], runtime: { env: { NODE_ENV } } })
    return (await browser.visit('/api/auth/nowhere')).text()
  }
  expect(await errorPage('development')).toContain('<a href="/api/auth/inspect">')
  expect(await errorPage('test')).not.toContain('/inspect')
})
