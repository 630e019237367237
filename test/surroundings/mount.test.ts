import { expect, test } from 'vitest'
import { Auth, type AuthConfig } from '../../src/index.ts'
import GitHub from '../../src/providers/github.ts'
import { secret } from '../setup.ts'

function application(config: Partial<AuthConfig>) {
  const log: string[] = []
  const auth = Auth({
    secret,
    url: 'https://app.example',
    providers: [GitHub({ clientId: 'client', clientSecret: 'secret' })],
    logger: {
      warn: (line) => void log.push(line),
      error: ({ message, hint }) => void log.push(`${message} → ${hint}`),
    },
    ...config,
    runtime: { env: { NODE_ENV: 'test' }, ...config.runtime },
  })
  const ask = (path: string) => auth.handler(new Request(`http://10.0.0.7:3000${path}`))
  return { auth, ask, log }
}

test.each([
  { cut: 'by a router', mount: '/api/auth', basePath: '/api/auth', seen: '/providers' },
  { cut: 'by a proxy', mount: '/app', basePath: '/app/api/auth', seen: '/api/auth/providers' },
  {
    cut: 'by a proxy, with a slash',
    mount: '/app/',
    basePath: '/app/auth',
    seen: '/auth/providers/',
  },
  { cut: 'nowhere', mount: '/app', basePath: '/app/api/auth', seen: '/app/api/auth/providers' },
])('a path whose beginning was cut off $cut is found', async ({ mount, basePath, seen }) => {
  const response = await application({ mount, basePath }).ask(seen)
  expect(response.status).toBe(200)
  const { github } = await response.json()
  expect(github.callbackUrl).toBe(`https://app.example${basePath}/callback/github`)
})

test('a person who must sign in comes back to the page by the path that people see', async () => {
  const { auth } = application({ mount: '/app', basePath: '/app/api/auth' })
  const page = new Request('http://10.0.0.7:3000/dashboard?tab=2')
  const error = await auth.requireSession(page).catch((thrown) => thrown)
  const { pathname, searchParams } = new URL(error.url, 'https://app.example')
  expect(pathname).toBe('/app/api/auth/signin')
  expect(searchParams.get('callbackUrl')).toContain('/app/dashboard?tab=2')
})

test('a router that mounts only the routes leaves the paths of pages as they are', async () => {
  const { auth } = application({ mount: '/api/auth', basePath: '/api/auth' })
  const error = await auth
    .requireSession(new Request('http://10.0.0.7/home'))
    .catch((thrown) => thrown)
  const { searchParams } = new URL(error.url, 'https://app.example')
  expect(searchParams.get('callbackUrl')).not.toContain('/api/auth/home')
})

test('a path that is elsewhere is named, with the one that was expected and the way out', async () => {
  const { ask, log } = application({})
  expect((await ask('/session')).status).toBe(404)
  expect(log.join()).toContain('There is no path /session; the routes are below /api/auth')
  expect(log.join()).toContain('`mount`')
})

test('a mount point that is no part of the base path is refused', async () => {
  const { ask, log } = application({ mount: '/other' })
  expect((await ask('/api/auth/session')).status).toBe(500)
  expect(log.join()).toContain(
    '"/other" is not the beginning of /api/auth → Begin `basePath` with it.',
  )
})
