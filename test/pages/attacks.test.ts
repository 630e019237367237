import { expect, test } from 'vitest'
import { errorPage } from '../../src/pages/error-page.ts'
import { renderPage } from '../../src/pages/layout.ts'
import { signInPage } from '../../src/pages/sign-in-page.ts'
import { signOutPage } from '../../src/pages/sign-out-page.ts'
import { button } from './attacked.ts'
import { plain } from './gallery.ts'

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
])('a way on to %j is replaced by the sign-in page, or left out', (href) => {
  const stay = renderPage(signOutPage({ frame: plain, callbackUrl: href }), 'n').markup
  expect(stay).not.toContain('<a ')
  const problem = { title: 'No', text: 'No.' }
  const again = renderPage(
    errorPage({ frame: plain, problem, link: { href, label: 'x' } }),
    'n',
  ).markup
  expect(again).toContain('href="/api/auth/signin"')
})

test('an object that came in as JSON is no markup on the page', () => {
  const name = JSON.parse('{"markup":"<script>","html":true}')
  const { markup } = renderPage(signOutPage({ frame: plain, user: name }), 'n')
  expect(markup).not.toContain('<script>')
})

test('a password field stays empty on the page', () => {
  const inputs = [{ name: 'password', type: 'password', value: 'hunter2' }]
  const methods = [{ ...button, inputs }]
  const { markup } = renderPage(signInPage({ frame: plain, methods }), 'n')
  expect(markup).toContain('type="password"')
  expect(markup).not.toContain('hunter2')
})
