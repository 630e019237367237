import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFiles, shippedName } from '../../tools/build/examples.ts'
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
  const files = exampleFiles().map(shippedName)
  expect(files.length).toBeGreaterThan(120)
  const shipped = globSync('examples/**/*', { cwd: join(installed, 'dist'), withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(join(installed, 'dist'), join(entry.parentPath, entry.name)))
  expect(shipped.sort()).toEqual(files.sort())
})
