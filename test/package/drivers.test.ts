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
