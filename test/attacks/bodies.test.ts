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

test('a body that breaks off is the visitor’s, and no unexpected error', async () => {
  const { browser, log } = await stage()
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error('aborted'))
    },
  })
  const headers = { ...program, origin, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await browser.send(new Request(`${base}/signout`, init))
  expect(answer.status).toBe(400)
  expect(log.errors.map(({ code }) => code)).not.toContain('Internal')
})

test('a body that the application has read before is told to the developer', async () => {
  const { auth, log } = await stage()
  const headers = { ...program, origin, 'content-type': 'application/json' }
  const sent = new Request(`${base}/signout`, { method: 'POST', headers, body: '{}' })
  await sent.text()
  expect((await auth.handler(sent)).status).toBe(500)
  expect(log.errors.map(({ code }) => code)).toContain('Internal')
})
