import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string
  }
}

const root = join(import.meta.dirname, '../..')

/** Builds when the sources are newer, and packs what is to be published into a folder that is empty. Returns the tarball. */
export function pack(folder: string): string {
  if (isStale()) npm(root, ['run', '--silent', 'build'])
  npm(root, ['pack', '--ignore-scripts', '--pack-destination', folder])
  return join(folder, readdirSync(folder)[0] ?? '')
}

function isStale() {
  const built = join(root, 'dist', 'index.js')
  if (!existsSync(built)) return true
  const since = statSync(built).mtimeMs
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  return ['tsdown.config.ts', 'package.json', ...sources.map((file) => join('src', file))].some(
    (file) => statSync(join(root, file)).mtimeMs > since,
  )
}

/** Runs npm, quietly but for errors. */
export function npm(cwd: string, options: string[]): void {
  execFileSync('npm', [...options, '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
