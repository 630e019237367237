import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { bareEnv } from '../child-env.ts'

const file = join(import.meta.dirname, '../../src/cli/application/framework-modules.ts')

/** A program that teaches Node so often, looks for a file that is nowhere, and prints how often Node was asked for it. */
const program = (times: number) => `
import { createRequire, registerHooks } from 'node:module'
import { knowFrameworkModules } from ${JSON.stringify(pathToFileURL(file).href)}
let asked = 0
registerHooks({
  resolve(specifier, context, next) {
    if (specifier.startsWith('./nowhere')) asked += 1
    return next(specifier, context)
  },
})
for (let time = 0; time < ${times}; time++) knowFrameworkModules()
try {
  createRequire(process.cwd() + '/')('./nowhere')
} catch {}
console.log(asked)
`

test.each([1, 3])(
  'a file that is nowhere is looked for once with each ending, after %d commands',
  (times) => {
    const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval']
    const told = execFileSync(process.execPath, [...flags, program(times)], {
      encoding: 'utf8',
      env: { ...bareEnv, NODE_ENV: 'test' },
    })
    expect(told.trim()).toBe('6')
  },
)
