import { expect, test } from 'vitest'
import { house } from './house.ts'
import { readQr } from './read-qr.ts'

/** A name of every kind of character, longer than any that a QR code could hold. */
const names = ['a'.repeat(300), 'ع'.repeat(300), '漢'.repeat(300), '😀'.repeat(300), 'x: y']

test.each(names)('fits the names %j into a QR code that can be read', async (name) => {
  const { auth, browser, storage } = await house({ issuer: name })
  await browser.signIn('plain', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  await storage.updateUser({ id: userId, name, email: null })
  const { url, svg } = await auth.factors.setUpTotp(browser)
  expect(readQr(svg)).toBe(url)
  const { pathname, searchParams } = new URL(url)
  const label = decodeURIComponent(pathname.split('/').at(-1) ?? '').split(':')
  const begins = name.replace(':', ' ')
  expect(label).toEqual([expect.any(String), label[0]])
  expect(begins.startsWith(label[0] ?? '?')).toBe(true)
  expect(searchParams.get('issuer')).toBe(label[0])
})
