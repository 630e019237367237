// The README's recording: `node tools/recording.mjs` runs the demo as `npm start` does, signs in at the practice TikTok with
// Chromium, looks at the inspector, and puts the pictures into docs/pictures/recording.webp.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launch } from '../test/browser.ts'
import { npmStart } from '../test/demo/npm-start.ts'
import { animatedWebp } from './pictures/animated-webp.mjs'
import { webp } from './pictures/webp.mjs'

const size = { width: 960, height: 680 }
const file = fileURLToPath(new URL('../docs/pictures/recording.webp', import.meta.url))

const code = `
<style>body{margin:0;height:100vh;display:grid;place-content:center;gap:2rem;background:#16161c;color:#e8e8ee;font:20px/1.6 ui-monospace,monospace}pre{margin:0}b{color:#a394ff;font-weight:400}i{color:#8fd3a9;font-style:normal}small{color:#9a9ba8;font-size:18px}</style>
<pre><small>// auth.ts: no keys, no accounts, no database</small>
<b>import</b> { Auth } <b>from</b> <i>'porticojs'</i>
<b>import</b> TikTok <b>from</b> <i>'porticojs/providers/tiktok'</i>

<b>export const</b> auth = Auth({ providers: [TikTok] })</pre>
<pre>$ npx porticojs dev -- node server.ts</pre>`

const demo = await npmStart()
const browser = await launch()
const tab = await browser.newPage({ viewport: size, colorScheme: 'light' })
/** @type {{ picture: Buffer, milliseconds: number }[]} */
const frames = []
const take = async (milliseconds = 2200) =>
  void frames.push({ picture: await webp(browser, await tab.screenshot()), milliseconds })

await tab.setContent(code)
await take(3500)
await tab.goto(`${demo.url}/api/auth/signin?callbackUrl=/`)
await take()
await tab.getByRole('button', { name: 'Continue with TikTok' }).click()
await tab.waitForURL(/tiktok\.com\/v2\/auth\/authorize/)
await tab.getByRole('radio').first().check()
await take()
await tab.getByRole('button', { name: /^Allow/ }).click()
await tab.waitForURL(`${demo.url}/`)
await take()
await tab.getByRole('link', { name: 'Every step of your sign-ins' }).click()
await take()
await tab.locator('main a[href*="inspect/"]').first().click()
await take(4000)
await browser.close()
await demo.stop()
const picture = animatedWebp(frames, size)
writeFileSync(file, picture)
console.log(`${frames.length} pictures, ${picture.length} bytes.`)
