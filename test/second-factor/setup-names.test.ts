import { expect, test } from 'vitest'
import { house } from './house.ts'
import { readQr } from './read-qr.ts'

/** Characters of every size; so many of them are longer than any name that a QR code could hold. */
const characters = ['a', 'ع', '漢', '😀', 'x: y']

test.each(characters)('fits 300 times %j into a QR code that can be read', async (character) => {
  const name = character.repeat(300)
  const { auth, browser, storage } = await house({ issuer: name })
  await browser.signIn('plain', { as: 'ada' })
  const userId = (await browser.session())?.user.id ?? ''
  await storage.updateUser({ id: userId, name, email: null })
  const { url, svg } = await auth.factors.setUpTotp(browser)
  expect(readQr(svg)).toBe(url)
  const { pathname, searchParams } = new URL(url)
  const label = decodeURIComponent(pathname.split('/').at(-1) ?? '').split(':')
  const begins = name.replaceAll(':', ' ')
  expect(label).toEqual([expect.any(String), label[0]])
  expect(begins.startsWith(label[0] ?? '?')).toBe(true)
  expect(searchParams.get('issuer')).toBe(label[0])
})
