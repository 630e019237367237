import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page as Tab } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** How people look at a page: its colours, the width of their screen and their language. */
export const looks = [
  ['light', 1000, 'en'],
  ['dark', 320, 'en'],
  ['light', 320, 'ar'],
  ['dark', 1000, 'de'],
] as const

/** What axe finds to improve on a page, with what is folded away on it, and the pixels by which it is wider than the screen. */
export async function flawsOf(tab: Tab): Promise<{ axe: [string, string][]; tooWide: number }> {
  const tooWide = await tab.evaluate(() => {
    for (const folded of document.querySelectorAll('details')) folded.open = true
    return document.documentElement.scrollWidth - innerWidth
  })
  await tab.evaluate(axe)
  const found = await tab.evaluate<[string, string][]>(
    'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
  )
  return { axe: found, tooWide }
}

/** A page without flaws. */
export const flawless: Awaited<ReturnType<typeof flawsOf>> = { axe: [], tooWide: 0 }
