import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { driverImports } from '../../src/frameworks/nuxt/driver-imports.ts'

test.each(['pg', 'mysql2', 'redis', 'nodemailer'])(
  'the module for Nuxt finds where the built package imports %s',
  (name) => {
    const root = join(inject('consumer'), 'node_modules/porticojs')
    // The repository has all drivers installed.
    const { transform } = driverImports(import.meta.dirname)
    const shown = globSync('dist/**/*.js', { cwd: root }).flatMap((file) => {
      const path = join(root, file)
      return transform(readFileSync(path, 'utf8'), path)?.code ?? []
    })
    expect(shown.filter((code) => new RegExp(`'${name}'\\s*\\)`).test(code))).toHaveLength(1)
  },
)

// Turbopack of Next 16.0 knows no `turbopackOptional`: outside of a `try`, it fails the build of whoever has not installed the package.
test('each import of a package that may be missing stands in a try', () => {
  const root = join(inject('consumer'), 'node_modules/porticojs')
  const optional = globSync('dist/**/*.js', { cwd: root }).flatMap((file) =>
    readFileSync(join(root, file), 'utf8').split('turbopackOptional').slice(0, -1),
  )
  expect(optional).toHaveLength(7)
  expect(
    optional.filter((before) => !/try \{\s*return await import\([^()]*$/.test(before)),
  ).toEqual([])
})
