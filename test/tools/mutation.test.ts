import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { instrument } from '../mutation/instrument.ts'
import { draw, findMutants, type Mutant, mutantsOf, mutated } from '../mutation/mutants.ts'

const root = join(import.meta.dirname, '../..')

/** What each mutant of a source makes of it. */
function changes(text: string): string[] {
  return findMutants('x.ts', text).map((found) => mutated(text, found))
}

function all(path: string, text: string): Mutant[] {
  return findMutants(path, text).map((found, index) => ({ ...found, id: index + 1 }))
}

test.each([
  ['if (a) b()', ['if (!(a)) b()', 'if (false) b()', 'if (a) ']],
  ['const x = a === b', ['const x = a !== b']],
  ['const x = a < 5', ['const x = a <= 5', 'const x = a < (5 + 1)']],
  ['const x = a && b', ['const x = a || b', 'const x = a']],
  ['const x = a ?? b', ['const x = a']],
  ['const f = () => a', ['const f = () => undefined']],
  ['function f() { return a }', ['function f() { return undefined }']],
  ['function f() { return undefined }', []],
  ["const x = 'word'", ["const x = ''"]],
  ["const x = 'A sentence for people'", []],
  ["import x from './x.ts'; const y: 'a' = x", []],
  ['const x = [a]', ['const x = []']],
  ['const x = { a }', ['const x = {}']],
  ['const x = a?.b.c', ['const x = a.b.c']],
  ['const x = a?.[b]', ['const x = a[b]']],
  ['const x = a.b?.(c)', ['const x = a.b(c)']],
  ['const x = true', ['const x = false']],
  ['type X = true | 1', []],
])('%s', (text, expected) => {
  expect(changes(text)).toEqual(expected)
})

test('the same seed draws the same mutants, another one others', () => {
  const found = mutantsOf(root, ['crypto'])
  const places = (seed: number) => draw(found, 20, seed).map(({ path, start }) => [path, start])
  expect(places(1)).toEqual(places(1))
  expect(places(1)).not.toEqual(places(2))
  expect(new Set(draw(found, 1e6, 1).map(({ id }) => id)).size).toBe(found.length)
})

test('each mutant has its own switch; without one the source does what it did', () => {
  const text = `
    let log = []
    const grade = (n) => (n > 2 && n < 9 ? 'some' : n?.toString() ?? 'none')
    function note(n) {
      if (n === 3) log.push('three')
      log.push(grade(n))
      return { log }
    }
    note(3).log.join()`
  const mutants = all('x.ts', text)
  expect(mutants.length).toBeGreaterThan(15)
  const switched = instrument(text, mutants, './switch.ts').replace(/^import.*\n/, '')
  const run = (code: string, active: number): unknown => {
    try {
      return runInNewContext(code, { isMutant: (id: number) => id === active })
    } catch (thrown) {
      return String(thrown)
    }
  }
  expect(run(switched, 0)).toBe(run(text, 0))
  for (const mutant of mutants) {
    expect([mutant.text, run(switched, mutant.id)]).toEqual([
      mutant.text,
      run(mutated(text, mutant), 0),
    ])
  }
})

test.each(['identity', 'http', 'routes'])('with all its mutants, %s can still be read', (room) => {
  const byPath = Map.groupBy(draw(mutantsOf(root, [room]), 1e6, 1), ({ path }) => path)
  for (const [path, mutants] of byPath) {
    const text = ts.sys.readFile(`${root}/${path}`) ?? ''
    const { diagnostics } = ts.transpileModule(instrument(text, mutants, './switch.ts'), {
      reportDiagnostics: true,
      fileName: path,
      compilerOptions: { target: ts.ScriptTarget.ESNext },
    })
    expect([path, diagnostics]).toEqual([path, []])
  }
})
