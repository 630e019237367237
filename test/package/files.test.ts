import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFiles, exampleTexts } from '../../tools/build/examples.ts'
import { installed, node } from './installed.ts'

// Starting costs about a millisecond for each file, whatever is in it.
test('an application that reads a session has loaded four files of ours', async () => {
  const { code, output, printed } = await node(['--import', './modules.ts', 'read-session.ts'])
  expect(code, output).toBe(0)
  const loaded = [...printed.matchAll(/^loaded .*\/node_modules\/porticojs\/dist\/(.*)$/gm)]
  expect(loaded.map(([, file]) => file).sort()).toEqual([
    'chunks/_core.js',
    'index.js',
    'instance/node-only.js',
    'providers/github.js',
  ])
})

test('the examples are in the package, each whole, and nothing besides', () => {
  const examples = exampleTexts()
  expect(exampleFiles().length).toBeGreaterThan(120)
  const folder = join(installed, 'dist/examples')
  const shipped = globSync('**/*', { cwd: folder }).map((file) => [
    file.replace(/\.json$/, ''),
    JSON.parse(readFileSync(join(folder, file), 'utf8')),
  ])
  expect(shipped.length).toBeGreaterThan(10)
  expect(Object.fromEntries(shipped)).toEqual(Object.fromEntries(examples))
})
