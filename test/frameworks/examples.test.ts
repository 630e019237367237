import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const examples = globSync('examples/*/package.json', { cwd: root }).map((file) =>
  basename(join(file, '..')),
)

test.each(examples)(
  '%s has an entry point, a guide, a story, its row in the comparison and its place in the README',
  (name) => {
    for (const file of [
      `src/frameworks/${name}.ts`,
      `docs/frameworks/${name}.md`,
      `test/apps/${name}.test.ts`,
      `test/frameworks/${name}.test.ts`,
    ]) {
      expect(existsSync(join(root, file)), file).toBe(true)
    }
    expect(read('docs/frameworks/README.md')).toContain(`](${name}.md) | \`porticojs/${name}\` |`)
    expect(read('docs/compare/frameworks.md')).toContain(`](../frameworks/${name}.md) |`)
    expect(read('README.md')).toContain(`](docs/frameworks/${name}.md)`)
  },
)

test.each(examples)('%s takes 30 to 80 lines of code in its entry point', (name) => {
  const code = read(`src/frameworks/${name}.ts`).replace(/^ *(\/\*.*?\*\/|\/\/.*?)$/gms, '')
  const lines = code.split('\n').filter((line) => line.trim() !== '').length
  expect(lines).toBeGreaterThanOrEqual(30)
  expect(lines).toBeLessThanOrEqual(80)
})

test.each(examples)(
  '%s is installed in exact versions, and from no other source of Portico',
  (name) => {
    const { dependencies, devDependencies } = JSON.parse(read(`examples/${name}/package.json`))
    const { porticojs, ...others } = { ...dependencies, ...devDependencies }
    expect(porticojs).toBe('*')
    for (const [other, version] of Object.entries(others)) {
      expect(version, other).toMatch(/^\d+\.\d+\.\d+/)
    }
  },
)
