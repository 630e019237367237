// Draws the pages of guests and of new addresses for people who look at them: `node test/guests/screenshots.ts <folder>`.
import ar from '../../src/languages/ar.ts'
import en from '../../src/languages/en.ts'
import { drawLooks } from '../screenshots.ts'
import { servePeople, throughPages } from './through-pages.ts'

await drawLooks('guest-screenshots', async (browser, options, draw) => {
  const place = await servePeople({ languages: [en, ar] })
  const tab = await browser.newPage(options)
  await throughPages(tab, place, (page) => draw(tab, page))
  await tab.close()
  await place.close()
})
