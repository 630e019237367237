import { rmSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { install } from './install.ts'
import { environment, run } from './process.ts'

test.each(['native/cli', 'native/electron', 'native/expo', 'native/react-native'])(
  'the example %s type-checks with the packages that are published',
  async (example) => {
    const installed = await install({ example })
    // What cannot be had is said aloud by whoever looked for it.
    expect(installed?.scripts.check ?? 'tsc --noEmit').toBe('tsc --noEmit')
    if (!installed) return
    const { folder } = installed
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const checked = await run(['npm', 'run', 'check'], { cwd: folder, env: environment() })
    expect(checked.output).not.toContain('error TS')
    expect(checked.code).toBe(0)
  },
)
