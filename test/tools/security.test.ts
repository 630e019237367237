import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

function read(path: string): string {
  return readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
}

function place(name: string): URL {
  return new URL(`../${name}.test.ts`, import.meta.url)
}

/** Whether a file has a test, or a case of one, of this title that is expected to pass. */
function hasTest(name: string, title: string): boolean {
  return existsSync(place(name)) && isWritten(readFileSync(place(name), 'utf8'), title)
}

function isWritten(text: string, title: string): boolean {
  const written = [`'${title}'`, `"${title}"`].find((literal) => text.includes(literal))
  return written !== undefined && !/test\.(fails|skip|todo)[^\n]*$/.test(before(text, written))
}

function before(text: string, words: string): string {
  return text.slice(0, text.indexOf(words)).replace(/\(\s*$/, '(')
}

const rows = read('docs/known-attacks.md')
  .split('\n')
  .filter((line) => /^\| (–|\d)/.test(line))
  .map((line) => line.slice(2, -2).split(' | '))

test('every known attack has a date, a cause and a test, or says that it has none', () => {
  expect(rows.length).toBeGreaterThan(90)
  const incomplete = rows.filter(([date = '', , cause, shown = '']) => {
    const isShown = /^(`[^`]+ › [^`]+`(<br>)?)+$|^not here: /.test(shown)
    return !/^(–|\d{4}(-\d\d)?)$/.test(date) || !cause || !isShown
  })
  expect(incomplete).toEqual([])
})

test('every test that the table of attacks names exists', () => {
  const named = rows.flatMap(([, , , shown = '']) => [...shown.matchAll(/`([^`]+) › ([^`]+)`/g)])
  expect(named.length).toBeGreaterThan(90)
  const missing = named.filter(([, name = '', title = '']) => !hasTest(name, title))
  expect(missing.map(([words]) => words)).toEqual([])
})

test('a test that is not there, or must fail, would be noticed', () => {
  expect(hasTest('attacks/callbacks', 'in a browser that started nothing')).toBe(true)
  expect(hasTest('attacks/callbacks', 'in a browser that started')).toBe(false)
  expect(hasTest('attacks/nowhere', 'in a browser that started nothing')).toBe(false)
  expect(isWritten("test('a', () => {})", 'a')).toBe(true)
  expect(isWritten("test.fails('a', () => {})", 'a')).toBe(false)
  expect(isWritten("test.skip.each([1])(\n  'a',", 'a')).toBe(false)
})

test('every promise names a test that holds it', () => {
  const [, text = ''] = read('SECURITY.md').split('## What Portico promises\n')
  const promises = (text.split(/\n## /)[0] ?? '').split('\n- ').slice(1)
  expect(promises.length).toBeGreaterThan(5)
  const files = promises.map((promise) => /\(((?:`[\w./-]+`[,\s]*)+)\)\s*$/.exec(promise)?.[1])
  expect(promises.filter((_, index) => !files[index])).toEqual([])
  const names = files.flatMap((list) => [...(list ?? '').matchAll(/`([^`]+)`/g)])
  expect(names.filter(([, name = '']) => !existsSync(place(name)))).toEqual([])
})
