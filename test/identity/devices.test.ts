import { expect, test } from 'vitest'
import { stage } from '../attacks/stage.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'

test.each([
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Safari/604.1`,
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webkit} Safari/604.1`, 'Safari on iPad'],
  [`Mozilla/5.0 (Linux; Android 15) ${blink} Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (X11; CrOS x86_64 16033.58.0) ${blink} Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${blink} Safari/537.36 OPR/115.0`,
    'Opera on Mac',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36 Edg/131.0`, 'Edge on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  ['curl/8.11.0', 'curl/8.11.0'],
])('%s is told to its owner', async (agent, device) => {
  const { browser, world } = await stage({ session: { strategy: 'database' } })
  const sent = await browser.start('plain')
  await browser.visit(String(await world.approve(sent, { as: 'ada' })), { 'user-agent': agent })
  const page = await (await browser.visit('/api/auth/account')).text()
  expect(page).toContain(`<strong><bdi>${device}</bdi></strong>`)
})
