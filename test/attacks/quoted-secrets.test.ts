import { expect, test } from 'vitest'
import { AuthError } from '../../src/errors.ts'
import type { Who } from '../../src/index.ts'
import { reasonFor, withoutSecrets } from '../../src/services/causes.ts'
import { describe as describeError } from '../../src/services/log.ts'
import { stage } from './stage.ts'

/** What an application without types may pass for a request. */
const wrong: readonly (readonly [title: string, (cookie: string) => unknown])[] = [
  ['the text of a cookie', (cookie) => cookie],
  ['an object whose headers are a text', (cookie) => ({ headers: cookie })],
  ['nothing', () => undefined],
  ['null', () => null],
  ['a number', () => 7],
]

test.each(wrong)('%s for a request is refused in words, and never quoted', async (_, make) => {
  const lines: string[] = []
  const logger = {
    error: (error: AuthError) => void lines.push(describeError(error), error.message),
  }
  const { auth, browser } = await stage({ logger })
  await browser.signIn('plain', { as: 'ada' })
  const cookie = browser.headers.get('cookie') ?? ''
  expect(cookie).toContain('portico.session=')
  const source = make(cookie) as Who & Request
  const read = await Promise.resolve(auth.session(source)).catch((error) => error)
  const asked = await auth.requireSession(source).catch((error) => error)
  expect([null, 'InvalidRequest']).toContain(read?.code ?? read)
  expect(asked.code).toBe('InvalidRequest')
  lines.push(String(asked))
  expect(lines.join('\n')).toContain('Pass a request')
  for (const [, value] of browser.cookies) expect(lines.join('\n')).not.toContain(value)
})

test('an unexpected error that quotes a token is logged without it', () => {
  const token = 'Zm9vYmFyMTIz.QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9w-0123456789.x'
  const secret = token.split('.')[1] ?? ''
  const cause = new TypeError(
    `Cannot use 'in' operator to search for 'headers' in session=${token}`,
  )
  const line = describeError(new AuthError('Internal', cause.message, { cause }))
  expect(line).toContain("Cannot use 'in' operator to search for 'headers' in session=")
  expect(line).not.toContain(secret)
  expect(reasonFor(cause)).not.toContain(secret)
})

test.each([
  ['connect ECONNREFUSED 127.0.0.1:4999', 'connect ECONNREFUSED 127.0.0.1:4999'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  [
    'ep-cool-darkness-a1b2c3d4.eu-central-1.aws.neon.tech',
    'ep-cool-darkness-a1b2c3d4.eu-central-1.aws.neon.tech',
  ],
  ['user 4b5c6d7e-8f90-4a1b-8c2d-3e4f5a6b7c8d', 'user 4b5c6d7e-8f90-4a1b-8c2d-3e4f5a6b7c8d'],
  ['postgres://ada:p/w@rd@db:5432/app failed', 'postgres:…@db:5432/app failed'],
  ['mail ada@people.test', 'mail ada@people.test'],
  ['redis://:word@cache and http://x.test/a?code=12345678', 'redis:…@cache and http://x.test/a?…'],
  ['Basic dXNlcjpwYXNz Bearer abcdefgh', 'Basic … Bearer …'],
])('%s is told as %s', (text, told) => {
  expect(withoutSecrets(text)).toBe(told)
})

test.each(['/', '//', '//a', '?', '? ', 'a@', 'bearer ', 'a', 'aA1', '\u3000', '//@'])(
  'a million times %j is read once, whoever wrote it',
  (unit) => {
    const told = withoutSecrets(unit.repeat(1_000_000))
    expect(told.length).toBeLessThanOrEqual(unit.length * 1_000_000)
  },
)
