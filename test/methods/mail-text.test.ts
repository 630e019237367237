import { expect, test } from 'vitest'
import { mail } from './written-mail.ts'

test('the text has the link on a line of its own, the code, and how long it lives', () => {
  expect(mail().text).toMatch(/^https:\/\/app\.test\/\S+$/m)
  expect(mail().text).toContain('483 920')
  expect(mail().text).toContain('in 24 hours')
  expect(mail().text).toContain('The code expires in 15 minutes.')
  expect(mail({}, 600).text).toContain('in 10 minutes')
  expect(mail({}, 60).text).toContain('in 1 minute')
})

test('a theme that would break out of a style is left out', () => {
  const { html } = mail({ brandColor: 'red;background:url(https://evil.test)', name: '"><script>' })
  expect(html).not.toMatch(/evil\.test|<script/)
})
