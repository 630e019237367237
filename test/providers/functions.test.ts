import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { catalogue } from './catalogue.ts'

const folder = new URL('../../src/providers/', import.meta.url)

test('at most one platform in ten needs a function', () => {
  const files = readdirSync(folder).filter((file) => catalogue.has(file.replace('.ts', '')))
  expect(files.length).toBe(catalogue.size)
  const withFunctions = files.filter(holdsFunction)
  expect(withFunctions.length, withFunctions.join(', ')).toBeLessThanOrEqual(files.length / 10)
})

function holdsFunction(file: string): boolean {
  const text = readFileSync(new URL(file, folder), 'utf8')
  const find = (node: ts.Node): true | undefined =>
    (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) ||
    ts.forEachChild(node, find)
  return find(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)) === true
}
