import { createServer } from 'node:http'
import TheirCredentials from '@auth/core/providers/credentials'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import {
  getCsrfToken,
  getProviders,
  getSession,
  SessionContext,
  SessionProvider,
  useSession,
} from '../../src/authjs/next-auth/react.ts'
import NextAuth from '../../src/authjs/next-auth.ts'
import { secret } from '../setup.ts'
import { day, version4 } from './cookies.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

/** An application of version 4 that asks itself, as its pages do while they are rendered. */
async function application() {
  const server = createServer((req, res) => void routes(req, res))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const routes = NextAuth({
    secret,
    url,
    runtime: { env: { NODE_ENV: 'test', AUTH_FROM_AUTHJS_SINCE: day() } },
    providers: [TheirCredentials({ authorize: () => null })],
  })
  vi.stubEnv('NEXTAUTH_URL', url)
}

test('the server is asked with the cookies of the visitor while a page is rendered', async () => {
  await application()
  expect(await getSession()).toBeNull()
  const cookie = version4({ name: 'next-auth.session-token' })
  const req = { headers: { cookie } }
  expect(await getSession({ req })).toMatchObject({ user: { name: 'Ada' } })
  expect(await getSession({ ctx: { req } })).toMatchObject({ user: { name: 'Ada' } })
  expect(await getCsrfToken({ req })).toMatch(/^[\w-]{20,}$/)
  expect(Object.keys((await getProviders()) ?? {})).toEqual(['credentials'])
})

test('a server that cannot be asked has said that nobody is there, and why', async () => {
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  vi.stubEnv('NEXTAUTH_URL', 'http://127.0.0.1:9')
  expect(await getSession()).toBeNull()
  expect(said).toHaveBeenCalledOnce()
})

function Name() {
  const { data, status } = useSession()
  return createElement('p', null, `${status} ${data?.user.name ?? ''}`)
}

const session = { user: { id: '1', name: 'Ada' }, expires: '2999-01-01T00:00:00.000Z' }

test('the first page shows the session that it is given, or waits', () => {
  const page = (props: object) =>
    renderToString(createElement(SessionProvider, props, createElement(Name)))
  expect(page({ session })).toBe('<p>authenticated Ada</p>')
  expect(page({ session: null })).toBe('<p>unauthenticated </p>')
  expect(page({})).toBe('<p>loading </p>')
})

test('a test of the application puts a session into the context', () => {
  const value = { data: session, status: 'authenticated', update: async () => null } as const
  const page = createElement(SessionContext.Provider, { value }, createElement(Name))
  expect(renderToString(page)).toBe('<p>authenticated Ada</p>')
})

test('a page without a provider says what to do', () => {
  expect(() => renderToString(createElement(Name))).toThrow('<SessionProvider>')
})
