// Draws the inspector for people who look at it: `node test/inspector/screenshots.ts <folder>`.
import { mkdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { launch } from '../browser.ts'
import { startPlace } from './place.ts'
import { openNewest, stories, wrongRedirectAddress } from './stories.ts'

// The inspector is found by its public name, which leads to the build; here it comes from the sources.
registerHooks({
  resolve: (name, context, next) =>
    next(name === 'porticojs/inspector' ? inspector : name, context),
})
const inspector = new URL('../../src/inspector/index.ts', import.meta.url).href

const folder = process.argv[2] ?? 'inspector-screenshots'
mkdirSync(folder, { recursive: true })

const browser = await launch()
const widths = { wide: 1200, narrow: 390 }

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, width] of Object.entries(widths)) {
    const place = await startPlace()
    const elsewhere = await startPlace({}, '/callback')
    const shots = { ...stories, 'wrong redirect address': wrongRedirectAddress }
    for (const [story, tell] of Object.entries(shots)) {
      const here = story === 'wrong redirect address' ? elsewhere : place
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
      const tab = await context.newPage()
      await tell(tab, here)
      await openNewest(tab, here)
      // The step that matters is open.
      const failed = tab.locator('.lanes .failed summary').first()
      const summary = (await failed.count()) > 0 ? failed : tab.locator('#step-7 summary')
      if ((await summary.count()) > 0) await summary.click()
      const path = join(folder, `${story.replaceAll(' ', '-')}-${name}-${colorScheme}.png`)
      await tab.screenshot({ path, fullPage: true })
      await context.close()
    }
    const tab = await browser.newPage({ colorScheme, viewport: { width, height: 900 } })
    await tab.goto(place.inspector)
    await tab.screenshot({ path: join(folder, `list-${name}-${colorScheme}.png`), fullPage: true })
    await tab.close()
    await place.close()
    await elsewhere.close()
  }
}
await browser.close()
