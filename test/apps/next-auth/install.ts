import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environment, run } from '../process.ts'

const versions = {
  'next-auth4': 'npm:next-auth@4.24.15',
  'next-auth5': 'npm:next-auth@5.0.0-beta.32',
  // The version that passkeys of Auth.js demand.
  '@simplewebauthn/browser': '9.0.1',
  '@simplewebauthn/server': '9.0.3',
}

/** A folder with both versions of next-auth, as they are published. Next, which they ask for, is not needed for what is used here. */
export async function installNextAuth(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-next-auth-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies: versions }))
  const options = ['--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund']
  const { code, output } = await run(['npm', 'install', ...options, '--loglevel=error'], {
    cwd: folder,
    env: environment(),
  })
  if (code !== 0) throw new Error(`npm install of next-auth failed: ${output}`)
  return folder
}
