import { expect, test } from 'vitest'
import { describe as describeError } from '../../src/services/log.ts'
import { base, closed, errorOf, stage } from './stage.ts'

const words = 'Your%20server%20was%20breached%2C%20call%20%2B1%20555'

test.each([
  `error=${words}`,
  `error=server_error&error_description=${words}`,
  `error=access_denied&error_description=${words}`,
  `error=server_error&error_uri=https%3A%2F%2Fevil.test%2F${words}`,
])('a made-up callback writes nothing of its own into the log: %s', async (query) => {
  const at = await stage()
  const response = await closed(at, () => at.browser.visit(`${base}/callback/plain?${query}`))
  expect(['CheckFailed', 'AccessDenied']).toContain(errorOf(response))
  expect(at.log.errors).toEqual([])
  expect(at.log.warnings.join()).not.toMatch(/breached|evil/)
})

test.each([
  `error=${words}`,
  `error=server_error&error_description=${words}`,
  'error=your-server-was-breached.call:555',
])(
  'in production, a callback of the visitor’s own sign-in writes nothing of its own either: %s',
  async (query) => {
    const secret = 'b7Qx2LmZ0sVt9RkYw4HdNf6GcJp1Ua8E'
    const at = await stage({ secret, runtime: { env: { NODE_ENV: 'production' } } })
    const state = new URL(await at.browser.start('plain')).searchParams.get('state')
    await closed(at, () => at.browser.visit(`${base}/callback/plain?${query}&state=${state}`))
    expect(at.log.errors).toMatchObject([{ code: 'PlatformError' }])
    const written = at.log.errors.map((error) => describeError(error) + JSON.stringify(error))
    expect(written.join() + at.log.warnings.join()).not.toContain('breached')
  },
)
