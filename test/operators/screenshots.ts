// Draws the bar of operators and the page of people who are blocked, for people who look at them: `node test/operators/screenshots.ts <folder>`.
import ar from '../../src/languages/ar.ts'
import en from '../../src/languages/en.ts'
import { drawLooks } from '../screenshots.ts'
import { serveDesk, throughPages } from './through-pages.ts'

await drawLooks('operator-screenshots', async (browser, options, draw) => {
  const place = await serveDesk({ languages: [en, ar] })
  const tab = await browser.newPage(options)
  await throughPages(tab, place, (page) => draw(tab, page))
  await tab.close()
  await place.close()
})
