import { expect, test } from 'vitest'
import { stage } from '../attacks/stage.ts'
import { origin } from '../setup.ts'

test('the sign-in page remembers which way was taken in this browser, and in no other', async () => {
  const at = await stage()
  const page = async (browser = at.browser) => (await browser.visit('/api/auth/signin')).text()
  expect(await page()).not.toContain('Last used')
  const arrived = await at.browser.signIn('idp', { as: 'ada' })
  const lines = arrived.headers.getSetCookie()
  expect(lines.find((line) => line.includes('.last='))).toMatch(/; Max-Age=31536000$/)
  await at.browser.signOut()
  expect(await page()).toMatch(/signin\/idp" class="main">.*Last used/)
  expect(await page(at.open())).not.toContain('Last used')
})

test('connecting an account leaves the last way as it was', async () => {
  const at = await stage()
  await at.browser.signIn('plain', { as: 'ada' })
  await at.browser.signIn('idp', { as: 'ada', link: true })
  expect(await (await at.browser.visit('/api/auth/signin')).text()).toMatch(
    /signin\/plain">.*Last used/,
  )
})

test('a made-up cookie is ignored: the page marks no way as last used', async () => {
  const at = await stage()
  const cookie = '__Host-portico.last=<script>'
  const page = await at.auth.handler(
    new Request(`${origin}/api/auth/signin`, { headers: { accept: 'text/html', cookie } }),
  )
  expect(await page.text()).not.toMatch(/Last used|<script/)
})
