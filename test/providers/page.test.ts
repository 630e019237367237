import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { setup } from '../setup.ts'
import { catalogue, keys } from './catalogue.ts'
import { sampleOf } from './sample.ts'

const all = [...catalogue].map(([id, make]) => make({ ...keys, ...sampleOf(id)?.options }))

test('the sign-in page with every platform there is weighs less than a small picture', async () => {
  const { browser, log } = await setup({ providers: all }, { platforms: [] })
  const response = await browser.visit('/api/auth/signin')
  expect(log).toEqual({ errors: [], warnings: [] })
  const page = await response.text()
  for (const { id } of all) expect(page).toContain(`/api/auth/signin/${id}"`)
  expect(all.length).toBeGreaterThan(100)
  expect(gzipSync(page).length).toBeLessThan(8_000)
  // A header that grows with the providers would be refused by servers long before the page is too heavy.
  const headers = [...response.headers].map((pair) => pair.join(': ')).join('\n')
  expect(headers.length).toBeLessThan(4_000)
})

test.each(all.map(({ id, style }) => [id, style] as const))(
  '%s has a colour and a small mark, if any',
  (_, style) => {
    expect(style?.brandColor).toMatch(/^#[0-9a-f]{6}$/)
    const { logo = '' } = style ?? {}
    expect(logo.length).toBeLessThan(4_200)
    // Drawings and nothing else: nothing is loaded, nothing runs, nothing is styled from outside.
    if (logo) expect(logo).toMatch(/^<svg viewBox="0 0 [\d.]+ [\d.]+">.*<\/svg>$/)
    expect(logo).not.toMatch(/script|href|style|url\((?!#)|<text|<image/i)
  },
)

test.each(all.map(({ id, docs }) => [id, docs] as const))(
  '%s names the documentation it was written from',
  (_, docs) => {
    const url = new URL(docs ?? '')
    expect(url.protocol).toBe('https:')
    expect(url.hostname).toMatch(/\.[a-z]{2,}$/)
    expect(url.search + url.username).not.toMatch(/utm_|@/)
  },
)
