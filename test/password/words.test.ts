import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import ar from '../../src/languages/ar.ts'
import ja from '../../src/languages/ja.ts'
import { text } from '../../src/password/text.ts'
import { words } from '../../src/password/words.ts'
import { base, forget, passwordHouse, signedUp } from './house.ts'

const folder = resolve(import.meta.dirname, '../../src/languages')
const files = readdirSync(folder).filter((file) => file !== 'en.ts')

/** Words that are the same in another language. */
const shared = new Set(['Email'])

/** A sentence as people read it, with something in its places. */
function said(sentence: string | ((value: never) => string)): string {
  return typeof sentence === 'string' ? sentence : sentence('7' as never)
}

test('passwords speak every language that the pages speak', async () => {
  const languages = await Promise.all(files.map((file) => import(resolve(folder, file))))
  const spoken = languages.map(({ default: { lang } }) => lang)
  expect(spoken).toHaveLength(9)
  expect(Object.keys(words).sort()).toEqual(spoken.sort())
})

test.each(Object.entries(words))(
  'every sentence about passwords is in %s, its own, and leaves nothing out',
  (_, own) => {
    expect(Object.keys(own).sort()).toEqual(Object.keys(text).sort())
    const english = new Set(Object.values(text).map(said))
    const sentences = Object.entries(own).map(([name, value]) => [name, said(value)] as const)
    expect(sentences.filter(([, one]) => english.has(one) && !shared.has(one))).toEqual([])
    const places = sentences.filter(([name]) => typeof Reflect.get(text, name) === 'function')
    expect(places.length).toBeGreaterThan(6)
    expect(places.filter(([, one]) => !one.includes('7'))).toEqual([])
  },
)

test('in Japanese no space stands between two sentences, nor before a code', async () => {
  const house = await passwordHouse({}, { languages: [ja] })
  await signedUp(house, house.browser)
  const other = house.open()
  const { flow } = await forget(house, other)
  const page = await other.visit(`${base}/check-email?flow=${flow}`)
  const [lead] = /<h1>.*?<\/header>/.exec(await page.text()) ?? []
  expect(house.mails).toHaveLength(2)
  const read = [
    ...house.mails.map(({ text }) => text),
    ...house.mails.map(({ html }) => html),
    lead,
  ]
  expect(read.filter((each) => !each || /[\u3000-\uffff] /.test(each))).toEqual([])
})

test('from right to left, the address in a mail still reads from left to right', async () => {
  const house = await passwordHouse({}, { languages: [ar] })
  await signedUp(house, house.browser)
  const [{ html, link } = { html: '', link: '' }] = house.mails
  expect(html).toContain(`dir="ltr" href="${link.replaceAll('&', '&amp;')}"`)
})
