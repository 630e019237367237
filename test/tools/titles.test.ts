import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { titlesIn } from './titles.ts'

const root = resolve(import.meta.dirname, '../..')

/** Words that put the subject off, or lean on the title before. */
const openings = [
  ...['what', 'whatever', 'that', 'which', 'whichever', 'who', 'whoever', 'whom', 'whose'],
  ...['where', 'wherever', 'when', 'whenever', 'whether', 'while', 'why', 'how', 'because', 'as'],
  ...['and', 'but', 'nor', 'neither', 'then', 'than'],
]
const indirect = new RegExp(`^(?:${openings.join('|')})(?![\\w-])`, 'i')

/** A number that only a list has which is not here. */
const numbered = /^\d+[.:)] |\bTable \d/

const isWrong = (title: string) => indirect.test(title) || numbered.test(title)

describe('a title', () => {
  test.each([
    ["test('what is kept goes', () => {})", 'what is kept goes'],
    ["test('Whoever comes is let in', () => {})", 'Whoever comes is let in'],
    ['describe.skipIf(!start)(`when $\u007bname} hangs`, () => {})', 'when '],
    [
      "test.each(['that is empty', 'spoilt'])('%s is refused', () => {})",
      'that is empty is refused',
    ],
    ["const rows = [['nor this', 1]] as const\ntest.each(rows)('%s', () => {})", 'nor this'],
    ["const rows = { 'as JSON': 1 }\nit.each(Object.entries(rows))('%s', () => {})", 'as JSON'],
    ["test.each([{ name: 'how it ends' }])('$name', () => {})", 'how it ends'],
    ["test('51: a code is used twice', () => {})", '51: a code is used twice'],
  ])('is wrong in: %s', (source, title) => {
    expect(titlesIn(source).filter(({ text }) => isWrong(text))).toMatchObject([{ text: title }])
  })

  test.each([
    "test('answers 400 to a callback without its cookie, and spends nothing', () => {})",
    "test('asset names stay', () => {})",
    "test('as-is values stay', () => {})",
    "test.each(['a request that is empty'])('%s is refused', () => {})",
    "expect('what').toBe('what')",
  ])('is right in: %s', (source) => {
    expect(titlesIn(source).filter(({ text }) => isWrong(text))).toEqual([])
  })

  test('begins with its subject or verb, in every file', () => {
    const titles = globSync('test/**/*.ts', { cwd: root })
      .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
      .filter(({ source }) => source.includes("from 'vitest'"))
      .flatMap(({ file, source }) => titlesIn(source).map((title) => ({ file, ...title })))
    expect(titles.length).toBeGreaterThan(2000)
    const wrong = titles.filter(({ text }) => isWrong(text))
    expect(
      wrong.map(({ file, line, text }) => `${file}:${line} ${text}`),
      'Say what happens, subject or verb first: “answers 400 to a callback without its cookie”',
    ).toEqual([])
  })
})
