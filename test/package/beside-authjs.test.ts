import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { node } from './installed.ts'
import { npm } from './pack.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-beside-'))
  const dependencies = { '@auth/core': '0.41.3', '@simplewebauthn/server': '9.0.3' }
  const manifest = { private: true, type: 'module', dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('npm installs it beside Auth.js and the passkey package that Auth.js demands, without force', () => {
  npm(folder, ['install', '--prefer-offline', '--no-audit', '--no-fund', inject('tarball')])
  expect(existsSync(join(folder, 'node_modules/porticojs/package.json'))).toBe(true)
  expect(existsSync(join(folder, 'node_modules/@auth/core/package.json'))).toBe(true)
})

test('passkeys of its own say which version they need instead', async () => {
  const script = `
    import { Auth } from 'porticojs'
    import Passkey from 'porticojs/providers/passkey'
    import { memory } from 'porticojs/storage/memory'
    const logger = { error: ({ message, hint }) => console.log(message, hint), warn() {} }
    const env = { NODE_ENV: 'test', AUTH_SECRET: '${'0123456789abcdef'.repeat(3)}' }
    const auth = Auth({ providers: [Passkey], storage: memory(), url: 'https://app.test', runtime: { env }, logger })
    const url = 'https://app.test/api/auth/webauthn-options/passkey?action=authenticate'
    console.log((await auth.handler(new Request(url))).status)`
  const { output } = await node(['--input-type=module', '--eval', script], { cwd: folder })
  expect(output).toContain('Passkeys need @simplewebauthn/server 14 or later')
  expect(output).toContain('npm i @simplewebauthn/server@latest')
})
