import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { AuthError, type AuthErrorCode } from '../../src/errors.ts'
import { Operators } from '../../src/parts/operators.ts'
import GitHub from '../../src/providers/github.ts'
import { testAuth } from '../../src/testing.ts'

/** Errors that are thrown with their code and a text alone: their hint is the one of the code. */
const thrown = /new AuthError\(\s*'(\w+)',\s*'([^']+)'(?:,\s*\{[^}]*\})?,?\s*\)/g

test('an error says in its hint what its message does not say', () => {
  const found = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(thrown)].map(([text, code = '', message = '']) => {
      const { hint } = new AuthError(code as AuthErrorCode, message)
      return { file, message: `${message}.`, hint: text.includes('hint:') ? '' : hint }
    }),
  )
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ message, hint }) => message === hint)).toEqual([])
})

test('a user who is not there is no matter of paths, and a path that is not there is', async () => {
  const { auth, browser } = await testAuth({
    providers: [GitHub],
    parts: [Operators()],
    runtime: { dev: true },
  })
  const missing = await auth.users.block('nobody').catch((error: AuthError) => error)
  expect(missing).toMatchObject({ code: 'NotFound', message: 'There is no such user' })
  expect(missing).not.toMatchObject({ hint: expect.stringContaining('path') })
  const unknown = await auth.signIn(browser, 'gihub' as 'github').catch((error: AuthError) => error)
  expect(unknown).toMatchObject({ code: 'NotFound', hint: 'Check that it is in `providers`.' })
  const path = await browser.visit('/api/auth/sign-in', { accept: 'application/json' })
  expect(await path.json()).toMatchObject({
    developer: { code: 'NotFound', hint: expect.stringContaining('`basePath`') },
  })
})
