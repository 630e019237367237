import { spawn } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tools = join(import.meta.dirname, '../../tools')

/** Installs the first of two packages, and then waits until somebody says that it may end. */
const slowNpm = `
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
mkdirSync('node_modules/one', { recursive: true })
writeFileSync('node_modules/one/package.json', '{}')
const wait = setInterval(() => existsSync('enough') && clearInterval(wait), 20)
`

test('setup tells how many packages are there while it waits', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-setup-'))
  mkdirSync(join(folder, 'tools'))
  for (const file of ['setup.mjs', 'available.mjs']) {
    copyFileSync(join(tools, file), join(folder, 'tools', file))
  }
  const packages = { '': {}, 'node_modules/one': {}, 'node_modules/two': {} }
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  writeFileSync(join(folder, 'package.json'), '{"devDependencies":{"node":"0.0.0"}}')
  writeFileSync(join(folder, 'npm.mjs'), slowNpm)
  const env = { ...process.env, npm_execpath: join(folder, 'npm.mjs') }
  const child = spawn(process.execPath, [join(folder, 'tools/setup.mjs'), 'start'], { env })
  let said = ''
  for await (const text of child.stdout) {
    said += text
    if (said.includes('…\n  1 of')) writeFileSync(join(folder, 'enough'), '')
  }
  expect(said).toMatch(/^Installing packages \(once\) …\n( {2}1 of 2 packages …\n)+$/)
})
