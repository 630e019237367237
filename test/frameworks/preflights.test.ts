import { expect, test } from 'vitest'
import NextAuth from '../../src/authjs/next-auth.ts'
import Credentials from '../../src/providers/credentials.ts'
import { origin, secret } from '../setup.ts'
import { mayPost, preflight } from './people.ts'

const frontEnd = 'https://www.app.test'

test('next-auth lets a script of another origin post, if that may act', async () => {
  const { handlers } = NextAuth({
    secret,
    url: origin,
    runtime: { env: { NODE_ENV: 'test' } },
    trustedOrigins: [{ origin: frontEnd, act: true }],
    providers: [Credentials({ credentials: {}, authorize: () => null })],
  })
  const ask = (from: string) => handlers.OPTIONS(preflight(`${origin}/api/auth/signout`, from))
  expect(mayPost(await ask(frontEnd), frontEnd)).toBe(true)
  const refused = await ask('https://stranger.test')
  expect(refused.headers.has('access-control-allow-origin')).toBe(false)
})
