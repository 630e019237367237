// The README's pictures: `node tools/pictures.mjs` starts an application and a practice TikTok, photographs the sign-in page and
// the consent page with Chromium, light and dark, and draws the chart from the results of the benchmark.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { summaryOf } from '../bench/report/summary.ts'
import { emulator, tiktok } from '../src/emulator/index.ts'
import { Auth } from '../src/index.ts'
import Apple from '../src/providers/apple.ts'
import Email from '../src/providers/email.ts'
import Google from '../src/providers/google.ts'
import TikTok from '../src/providers/tiktok.ts'
import { memory } from '../src/storage/memory.ts'
import { launch } from '../test/browser.ts'
import { webp } from './pictures/webp.mjs'

const docs = fileURLToPath(new URL('../docs', import.meta.url))

const results = JSON.parse(readFileSync(join(docs, 'bench/latest.json'), 'utf8'))
writeFileSync(join(docs, 'bench/summary.svg'), summaryOf(results))

const url = 'http://localhost:3000'
const tiktokKeys = {
  clientId: 'sbawpicture0000001',
  clientSecret: 'practice-secret-of-the-pictures-1',
}
const app = {
  name: 'Acme',
  client_key: tiktokKeys.clientId,
  client_secret: tiktokKeys.clientSecret,
  environment: /** @type {const} */ ('sandbox'),
  desktop: [`${url}/api/auth/callback/tiktok`],
}
const world = await emulator({ platforms: [tiktok({ apps: [app] })] })
const practice = await world.listen({ port: 0 })
const keys = { clientId: 'picture', clientSecret: 'picture' }
const auth = Auth({
  url,
  runtime: { dev: true, emulator: practice.url },
  secret: 'a secret for pictures, at least 32 characters',
  storage: memory(),
  theme: { name: 'Acme', brandColor: '#5b3df5', brandColorDark: '#8b77ff' },
  providers: [
    TikTok({
      kit: 'desktop',
      ...tiktokKeys,
      fields: ['follower_count'],
    }),
    Google(keys),
    Apple(keys),
    Email({ from: 'Acme <hello@acme.example>', sendVerificationRequest() {} }),
  ],
})

const browser = await launch()
for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
  const tab = await browser.newPage({
    colorScheme,
    deviceScaleFactor: 2,
    viewport: { width: 500, height: 600 },
  })
  // The application needs no port: its answers are handed to the browser.
  await tab.route(`${url}/**`, async (route) => {
    const request = route.request()
    const response = await auth.handler(
      new Request(request.url(), {
        method: request.method(),
        headers: await request.allHeaders(),
        ...(request.method() === 'POST' && { body: request.postData() ?? '' }),
      }),
    )
    await route.fulfill({
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), 'set-cookie': cookiesOf(response) },
      body: await response.text(),
    })
  })
  const take = async (/** @type {string} */ name) =>
    writeFileSync(
      join(docs, 'pictures', `${name}-${colorScheme}.webp`),
      await webp(browser, await tab.screenshot()),
    )
  await tab.goto(`${url}/api/auth/signin`)
  await take('sign-in')
  await tab.getByRole('button', { name: 'Continue with TikTok' }).click()
  await tab.waitForURL(`${practice.url}/**`)
  await take('practice-tiktok')
}
await browser.close()
await practice.close()

/** @param {Response} response */
function cookiesOf(response) {
  return response.headers.getSetCookie().join('\n')
}
