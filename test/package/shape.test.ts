import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect, inject, test } from 'vitest'
import { doors, installed, manifest, node, root } from './installed.ts'

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
  const entrypoints = doors().map((door) => door.replace(/^porticojs\/?/, '') || '.')
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

test('compilers that do not read `exports` find the same types, by `typesVersions`', () => {
  const { exports, typesVersions } = manifest()
  const patterns: string[] = typesVersions['*']['*']
  expect(typesVersions['*']['package.json']).toEqual([exports['./package.json']])
  const places = Object.entries(exports).flatMap(([door, target]) =>
    typeof target === 'string' || /^\.$|\*/.test(door) ? [] : [[door.slice(2), target.types]],
  )
  expect(places.length).toBeGreaterThan(40)
  for (const [door = '', types] of places) {
    const tried = patterns.map((pattern) => pattern.replace('*', door))
    expect(tried.find((file) => existsSync(join(installed, file)))).toBe(types)
  }
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

/** What those read who work on Portico or choose a library, and what the overview of platforms and SECURITY.md say in short. */
const forOthers =
  /^docs\/((bench|compare)\/|(api|conformance|dependencies|glossary|known-attacks|mutation|not-included|providers-not-included|scaling)\.md$|providers\/(?!README)|why\/(?!linking))/

test('every guide is in the package as plain Markdown, and llms.txt lists it; nothing else of docs/ is', () => {
  const pages = (folder: string, pattern: string) =>
    globSync(pattern, { cwd: folder })
      .map((file) => file.replaceAll('\\', '/'))
      .sort()
  const guides = pages(root, 'docs/**/*.md').filter((page) => !forOthers.test(page))
  expect(guides.length).toBeGreaterThan(130)
  expect(pages(installed, 'docs/**/*.*')).toEqual(guides)
  const links = readFileSync(join(installed, 'llms.txt'), 'utf8').matchAll(/\]\(([^)]+)\)/g)
  expect([...links].map(([, page = '']) => page).sort()).toEqual(guides)
})

test('the command line names guides that are in the package', async () => {
  const { printed } = await node([join(installed, 'dist/cli/main.js'), 'providers', '--json'])
  const named: { id: string; guide: string }[] = JSON.parse(printed)
  expect(named.length).toBeGreaterThan(130)
  const absent = named.filter(({ guide }) => {
    const [file = '', heading] = guide.split('#')
    const path = join(inject('consumer'), file)
    return (
      !existsSync(path) || (heading && !readFileSync(path, 'utf8').includes(`\n### ${heading}\n`))
    )
  })
  expect(absent.map(({ id, guide }) => `${id}: ${guide}`)).toEqual([])
})

test('every file is made of our own sources, and none of another package', () => {
  const built: Record<string, string[]> = JSON.parse(
    readFileSync(join(root, 'dist/sources.json'), 'utf8'),
  )
  const sources = Object.values(built).flat()
  expect(sources).toContain('src/auth.ts')
  expect(sources.filter((source) => source.includes('node_modules'))).toEqual([])
})

test('installs at most two packages and 3.96 MB', () => {
  const modules = join(inject('consumer'), 'node_modules')
  const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules })
  const bytes = globSync('**/*', { cwd: modules })
    .map((file) => statSync(join(modules, file)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
  expect(packages.length, packages.join(', ')).toBeLessThanOrEqual(2)
  expect(packages).toContain(join('porticojs', 'package.json'))
  expect(bytes).toBeLessThanOrEqual(3_960_000)
})

test('React knows that its binding runs in browsers', () => {
  const source = readFileSync(join(root, 'dist/client/bindings/react.js'), 'utf8')
  expect(source).toMatch(/^(['"])use client\1/)
})
