import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Builds the site, once for all files of this folder. */
export default function build(): void {
  execFileSync(process.execPath, ['site/build.ts'], {
    cwd: root,
    // Vitest speaks of a test; the site is built as it is published.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
