import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect, inject, test } from 'vitest'
import { doors, manifest, node, root } from './installed.ts'

// Conditions under `imports` would lead to dist/ also where the sources themselves run; the `browser`
// field exchanges a file only for those who bundle the package.
const considered = 'USE_EXPORTS_OR_IMPORTS_BROWSER'

test('publint has nothing to say', async () => {
  const tarball = new Uint8Array(readFileSync(inject('tarball'))).buffer
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  const open = messages.filter(({ code }) => code !== considered)
  expect(open.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('the types are right wherever they are resolved from', async () => {
  const attw = join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js')
  const entrypoints = doors().map((door) => door.replace(/^portico\/?/, '') || '.')
  const { code, output } = await node([
    attw,
    inject('tarball'),
    '--profile=esm-only',
    '--no-color',
    '--no-definitely-typed',
    '--entrypoints',
    ...entrypoints,
  ])
  expect(code, output).toBe(0)
})

test('every door opens', async () => {
  const peers = Object.keys(manifest().peerDependencies ?? {})
  const script = `
    const peers = ${JSON.stringify(peers)}
    for (const door of ${JSON.stringify(doors())}) {
      const module = await import(door).catch((error) => {
        // A binding needs its framework, which whoever imports it has.
        if (!peers.some((peer) => error.message.startsWith(\`Cannot find package '\${peer}'\`))) {
          console.log(door, error.message)
        }
      })
      if (module && Object.keys(module).length === 0) console.log(door, 'exports nothing')
    }`
  const { output } = await node(['--input-type=module', '--eval', script])
  expect(output).toBe('')
})

test('installs at most four packages and 6 MB', () => {
  const modules = join(inject('consumer'), 'node_modules')
  const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules })
  const bytes = globSync('**/*', { cwd: modules })
    .map((file) => statSync(join(modules, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
  expect(packages.length, packages.join(', ')).toBeLessThanOrEqual(4)
  expect(packages).toContain(join('portico', 'package.json'))
  expect(bytes).toBeLessThanOrEqual(6_000_000)
})

test('React knows that its binding runs in browsers', () => {
  const source = readFileSync(join(root, 'dist/client/bindings/react.js'), 'utf8')
  expect(source).toMatch(/^(['"])use client\1/)
})
