import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import codemod from '../../packages/codemod/package.json' with { type: 'json' }

const page = readFileSync(new URL('../../docs/dependencies.md', import.meta.url), 'utf8')

/** The rows of the table below a heading: name, version, reason. */
function rowsBelow(heading: string): [name: string, version: string, why: string][] {
  const [, section = ''] = page.split(`## ${heading}\n`)
  const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| `(.+?)` \| `(.+?)` \| (.+) \|$/gm)
  return [...rows].map(([, name = '', version = '', why = '']) => [name, version, why])
}

test.each([
  ['Installed with Portico', manifest.dependencies],
  ['Installed by you, when you need them', manifest.peerDependencies],
  ['Fetched for one command', codemod.dependencies],
])('“%s” names the packages of package.json, and a reason for each', (heading, packages) => {
  const rows = rowsBelow(heading)
  expect(rows.map(([name, version]) => [name, version])).toEqual(Object.entries(packages))
  for (const [name, , why] of rows) expect(why.length, name).toBeGreaterThan(20)
})

test('the codemod brings along as many packages as the page says', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  const found = new Set(Object.keys(codemod.dependencies))
  for (const name of found) {
    for (const next of Object.keys(lock.packages[`node_modules/${name}`].dependencies ?? {})) {
      found.add(next)
    }
  }
  expect(found.size - Object.keys(codemod.dependencies).length).toBe(3)
})

test('every peer is optional, as the page says', () => {
  const optional = Object.entries(manifest.peerDependenciesMeta).filter(([, meta]) => meta.optional)
  expect(optional.map(([name]) => name)).toEqual(Object.keys(manifest.peerDependencies))
})

test('every dependency is installed without dependencies of its own, as the page says', () => {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))
  for (const [name, version] of Object.entries(manifest.dependencies)) {
    const locked = lock.packages[`node_modules/${name}`]
    expect(locked).toMatchObject({ version })
    expect(locked).not.toHaveProperty('dependencies')
    expect(locked).not.toHaveProperty('optionalDependencies')
  }
})
