import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { text } from '../../src/gate/text.ts'
import { words } from '../../src/gate/words.ts'

const folder = resolve(import.meta.dirname, '../../src/languages')
const files = readdirSync(folder).filter((file) => file !== 'en.ts')

test('the gate speaks every language that the pages speak', async () => {
  const languages = await Promise.all(files.map((file) => import(resolve(folder, file))))
  const spoken = languages.map(({ default: { lang } }) => lang)
  expect(spoken).toHaveLength(9)
  expect(Object.keys(words).sort()).toEqual(spoken.sort())
})

test.each(Object.entries(words))('every sentence of the gate is in %s, and its own', (_, own) => {
  expect(Object.keys(own).sort()).toEqual(Object.keys(text).sort())
  const english = Object.values(text)
  for (const sentence of Object.values(own)) expect(english).not.toContain(sentence)
})
