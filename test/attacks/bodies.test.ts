import { expect, test } from 'vitest'
import { origin } from '../setup.ts'
import { base, program, stage } from './stage.ts'

test.each([
  ['says so', { 'content-length': '70000' }],
  ['does not say so', {}],
])('a body that is too large and %s is refused as such', async (_, more) => {
  const { browser } = await stage()
  const headers = {
    ...program,
    origin,
    'content-type': 'application/x-www-form-urlencoded',
    ...more,
  }
  const body = `csrfToken=${'x'.repeat(70_000)}`
  const sent = new Request(`${base}/signout`, { method: 'POST', headers, body })
  expect((await browser.send(sent)).status).toBe(413)
})
