import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { launch } from './browser.ts'

/** The looks in which pages are drawn for people who judge them. */
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: 'light', viewport: { width: 900, height: 800 } },
  dark: { colorScheme: 'dark', viewport: { width: 900, height: 800 } },
  narrow: { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  arabic: { colorScheme: 'light', viewport: { width: 390, height: 800 }, locale: 'ar' },
}

/** Writes a picture of a whole page, by its name and look. */
export type Draw = (tab: Page, name: string) => Promise<void>

/** Walks through pages in every look; the pictures go into the folder that the command line names. */
export async function drawLooks(
  otherwise: string,
  walk: (browser: Browser, options: BrowserContextOptions, draw: Draw) => Promise<void>,
): Promise<void> {
  const folder = process.argv[2] ?? otherwise
  mkdirSync(folder, { recursive: true })
  const browser = await launch()
  for (const [look, options] of Object.entries(looks)) {
    await walk(browser, options, async (tab, name) => {
      await tab.screenshot({ path: join(folder, `${name}-${look}.png`), fullPage: true })
    })
  }
  await browser.close()
}
