// The README's recording: `node tools/recording.mjs` runs the demo as `npm start` does, signs in at the practice TikTok with
// Chromium, looks at the inspector, and puts the pictures into docs/pictures/recording.webp.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launch } from '../test/browser.ts'
import { npmStart } from '../test/demo/npm-start.ts'
import { animatedWebp } from './pictures/animated-webp.mjs'
import { webp } from './pictures/webp.mjs'

const size = { width: 960, height: 800 }
const file = fileURLToPath(new URL('../docs/pictures/recording.webp', import.meta.url))

const code = `
<style>body{margin:0;height:100vh;display:grid;place-content:center;gap:2rem;background:#16161c;color:#e8e8ee;font:20px/1.6 ui-monospace,monospace}pre{margin:0}b{color:#a394ff;font-weight:400}i{color:#8fd3a9;font-style:normal}small{color:#9a9ba8;font-size:18px}</style>
<pre><small>// auth.ts: no keys, no accounts at platforms</small>
<b>export const</b> auth = Auth({
  database: <i>'file:auth.db'</i>,
  providers: [TikTok, Google, GitHub, Guest, Email, Passkey, Password],
})</pre>
<pre>$ npm start</pre>`

const demo = await npmStart()
const browser = await launch()
const tab = await browser.newPage({ viewport: size, colorScheme: 'light' })
/** @type {{ picture: Buffer, milliseconds: number }[]} */
const frames = []
const take = async (milliseconds = 2200) =>
  void frames.push({ picture: await webp(browser, await tab.screenshot(), 0.65), milliseconds })

await tab.setContent(code)
await take(3500)
await tab.goto(`${demo.url}/api/auth/signin?callbackUrl=/`)
await take()
await tab.getByRole('button', { name: 'Continue with TikTok' }).click()
await tab.waitForURL(/tiktok\.com\/v2\/auth\/authorize/)
await tab.getByRole('radio').first().check()
await take()
const allow = tab.getByRole('button', { name: /^Allow/ })
await tab.getByRole('checkbox').last().uncheck()
await tab.evaluate(() => scrollTo(0, document.body.scrollHeight))
await take()
await allow.click()
await tab.waitForURL(`${demo.url}/`)
await take()
await tab.getByRole('link', { name: 'Every step of your sign-ins' }).click()
await take(1200)
await tab.locator('main a[href*="inspect/"]').first().click()
await take(3000)
await tab
  .locator('#checked')
  .evaluate((title) => scrollBy(0, title.getBoundingClientRect().top - 24))
await take(4000)
await browser.close()
await demo.stop()
const picture = animatedWebp(frames, size)
writeFileSync(file, picture)
console.log(`${frames.length} pictures, ${picture.length} bytes.`)
