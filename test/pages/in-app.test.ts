import { expect, test } from 'vitest'
import GitHub from '../../src/providers/github.ts'
import Google from '../../src/providers/google.ts'
import { setup } from '../setup.ts'

const keys = { clientId: 'a', clientSecret: 'a-client-secret' }
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15'
const android = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/130.0'

async function page(userAgent: string, providers = [Google(keys), GitHub(keys)]): Promise<string> {
  const { browser } = await setup({ providers })
  return (await browser.visit('/api/auth/signin', { 'user-agent': userAgent })).text()
}

test.each([
  ['Instagram', `${phone} Mobile/22A Instagram 350.0.0`],
  ['Facebook', `${phone} [FBAN/FBIOS;FBAV/480.0;FBBV/1]`],
  ['TikTok', `${phone} musical_ly_36.0 BytedanceWebview/d8a21c6`],
  ['a WebView of Android', android],
])(
  'in the browser of %s people read how to get out before Google refuses them',
  async (_, name) => {
    const markup = await page(name)
    expect(markup).toContain('Google can’t sign you in here')
    expect(markup).toContain('Open this page in your usual browser')
    expect(markup).not.toContain('Continue with Google')
    expect(markup).toContain('Continue with GitHub')
  },
)

test('the only platform stays where it would be refused', async () => {
  const markup = await page(android, [Google(keys)])
  expect(markup).toContain('Google can’t sign you in here')
  expect(markup).toContain('Continue with Google')
})

test('a usual browser, or a page without Google, shows no such advice', async () => {
  const usual = await page(`${phone} Version/18.0 Mobile/15E148 Safari/604.1`)
  expect(usual).not.toContain('usual browser')
  expect(usual).toContain('Continue with Google')
  expect(await page(android, [GitHub(keys)])).not.toContain('usual browser')
})
