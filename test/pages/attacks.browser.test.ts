import type { Browser, Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verbatim } from '../../src/pages/html.ts'
import { signInPage } from '../../src/pages/sign-in-page.ts'
import { signOutPage } from '../../src/pages/sign-out-page.ts'
import { haveChromium, launch } from '../browser.ts'
import { attacked, button, evil } from './attacked.ts'
import { plain } from './gallery.ts'
import { show } from './show.ts'

describe.runIf(haveChromium('attacks on the pages'))('in Chromium', () => {
  let browser: Browser
  let tab: Tab
  beforeAll(async () => {
    browser = await launch()
    tab = await browser.newPage()
  })
  afterAll(() => browser.close())

  test.each(Object.entries(attacked))(
    'markup in every string of %s stays text',
    async (_, page) => {
      // Without the policy, so that escaping has to hold alone.
      await show(tab, page, withoutPolicy)
      const found = await tab.evaluate(() => ({
        hacked: 'hacked' in window,
        styles: document.querySelectorAll('style').length,
        scripts: [...document.scripts].map((script) => script.getAttribute('src')),
        strangers: [...document.querySelectorAll('[onload],[onerror],[onfocus],img[src=x]')].length,
        schemes: [...document.links].filter((link) => link.protocol === 'javascript:').length,
      }))
      const scripts = page.forms?.some((form) => form?.script) ? ['/x'] : []
      expect(found).toEqual({ hacked: false, styles: 1, scripts, strangers: 0, schemes: 0 })
    },
  )

  test('the check above would see an escape', async () => {
    const page = { ...signOutPage({ frame: plain }), body: verbatim(evil) }
    await show(tab, page, withoutPolicy)
    expect(await tab.evaluate(() => 'hacked' in window)).toBe(true)
  })

  test('the policy stops what escaping would miss', async () => {
    await show(tab, { ...signOutPage({ frame: plain }), body: verbatim(evil) })
    expect(await tab.evaluate(() => 'hacked' in window)).toBe(false)
  })

  test('an SVG logo that carries a script is shown as a picture and runs nothing', async () => {
    const logo =
      '<svg viewBox="0 0 9 9" onload="parent.hacked=1"><script>parent.hacked=1</script><rect width="9" height="9"/></svg>'
    const methods = [{ ...button, name: 'X', style: { logo } }]
    await show(tab, signInPage({ frame: plain, methods }), withoutPolicy)
    const image = await tab.evaluate(() => {
      const { complete, naturalWidth } = document.querySelector('img.tile') as HTMLImageElement
      return { complete, drawn: naturalWidth > 0, hacked: 'hacked' in window }
    })
    expect(image).toEqual({ complete: true, drawn: true, hacked: false })
  })
})

function withoutPolicy({ 'content-security-policy': _, ...rest }: Record<string, string>) {
  return rest
}
