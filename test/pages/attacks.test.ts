import type { Browser, Page as Tab } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { confirmPage } from '../../src/methods/email/confirm-page.ts'
import { verifyRequestPage } from '../../src/methods/email/verify-request-page.ts'
import { accountPage } from '../../src/pages/account-page.ts'
import { errorPage } from '../../src/pages/error-page.ts'
import { verbatim } from '../../src/pages/html.ts'
import { type Page, renderPage } from '../../src/pages/layout.ts'
import { messagePage } from '../../src/pages/message-page.ts'
import { signInPage } from '../../src/pages/sign-in-page.ts'
import { signOutPage } from '../../src/pages/sign-out-page.ts'
import type { PageFrame } from '../../src/types/language.ts'
import { haveChromium, launch } from '../browser.ts'
import { plain } from './gallery.ts'
import { show } from './show.ts'

const evil =
  '\'"`></style></title></textarea></noscript><script>hacked=1</script><img src=x onerror=hacked=1><svg onload=hacked=1><a href="javascript:hacked=1">'

const frame: PageFrame = {
  basePath: evil,
  lang: evil,
  theme: {
    name: evil,
    logo: evil,
    logoDark: evil,
    brandColor: evil,
    brandColorDark: evil,
    buttonText: evil,
    radius: evil,
    font: evil,
    css: evil,
  },
}
// `lang` reaches Intl on the account page, which refuses what is no language.
const readable = { ...frame, lang: 'en' }
const action = { action: evil, fields: { [evil]: evil, csrfToken: evil } }
const problem = { title: evil, text: evil, advice: evil }
const style = { logo: evil, brandColor: evil, bg: evil, text: evil }
const button = { name: evil, submit: evil, action: evil, style }
const field = { name: evil, label: evil, type: evil, value: evil, [evil]: evil, onfocus: evil }

const attacked: Record<string, Page> = {
  signin: signInPage({
    frame,
    fields: { csrfToken: evil, callbackUrl: evil, [evil]: evil },
    problem,
    notice: problem,
    wanted: evil,
    methods: [
      ...Array.from({ length: 9 }, () => button),
      { ...button, inputs: [field] },
      {
        ...button,
        icon: 'key',
        data: { passkey: evil },
        script: '/x',
        noScript: evil,
        more: { ...button, summary: evil, inputs: [field] },
      },
    ],
  }),
  signout: signOutPage({ frame, csrfToken: evil, callbackUrl: evil, user: evil }),
  error: errorPage({
    frame,
    problem,
    link: { href: evil, label: evil },
    developer: { code: evil, hint: evil, details: { [evil]: evil } },
  }),
  message: messagePage({
    frame,
    title: evil,
    text: evil,
    link: { href: evil, label: evil },
    other: { href: evil, label: evil },
  }),
  verifyRequest: verifyRequestPage({
    frame,
    email: evil,
    code: action,
    resend: action,
    problem,
    otherWay: evil,
  }),
  confirm: confirmPage({ frame, address: evil, yes: action, cancel: evil }),
  account: accountPage({
    frame: readable,
    now: 0,
    user: { name: evil, email: evil, image: `data:image/png,\\")}${evil}` },
    problem,
    csrfToken: evil,
    sections: [
      {
        title: evil,
        none: evil,
        items: [
          {
            name: evil,
            style,
            facts: [evil, { label: evil, at: new Date(0) }],
            actions: [{ ...action, label: evil }],
            rename: action,
          },
        ],
        add: { ...button, ...action, icon: 'key', script: '/x', noScript: evil },
      },
      { title: evil, none: evil, items: [] },
    ],
    sessions: [{ device: evil, place: evil, end: action }],
    endSessions: action,
    deleteAccount: action,
  }),
}

describe.runIf(haveChromium('attacks on the pages'))('in Chromium', { timeout: 60_000 }, () => {
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
      const scripts = page.script ? ['/x'] : []
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

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '//evil.test/x.png',
  '/\\evil.test/x.png',
  'http://evil.test/x.png',
  'logo.png',
  '<script>',
])('a logo of %j gives way to the first letter', (logo) => {
  const methods = [{ ...button, name: 'zed', style: { logo } }]
  const { markup } = renderPage(signInPage({ frame: plain, methods }), 'n')
  expect(markup).toContain('>Z</span>')
  expect(markup).not.toContain('<img')
})

test.each([
  'javascript:alert(1)',
  '//evil.test',
  '/\\evil.test',
  'data:text/html,x',
  ' javascript:x',
])('a way on to %j is not offered', (href) => {
  const stay = renderPage(signOutPage({ frame: plain, callbackUrl: href }), 'n').markup
  expect(stay).not.toContain('<a ')
  const problem = { title: 'No', text: 'No.' }
  const again = renderPage(
    errorPage({ frame: plain, problem, link: { href, label: 'x' } }),
    'n',
  ).markup
  expect(again).toContain('href="/api/auth/signin"')
})

test('an object that came in as JSON does not pass for markup', () => {
  const name = JSON.parse('{"markup":"<script>","html":true}')
  const { markup } = renderPage(signOutPage({ frame: plain, user: name }), 'n')
  expect(markup).not.toContain('<script>')
})

test('a password is not written back into the page', () => {
  const inputs = [{ name: 'password', type: 'password', value: 'hunter2' }]
  const methods = [{ ...button, inputs }]
  const { markup } = renderPage(signInPage({ frame: plain, methods }), 'n')
  expect(markup).toContain('type="password"')
  expect(markup).not.toContain('hunter2')
})
