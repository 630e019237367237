import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string
    /** A project outside this repository that has installed the packed package, and nothing else. */
    consumer: string
  }
}

const root = join(import.meta.dirname, '../..')

/** Builds when the sources are newer, packs, and installs the tarball as a user would. */
export default function install(project: TestProject): () => void {
  if (isStale()) npm(root, ['run', '--silent', 'build'])
  const folder = mkdtempSync(join(tmpdir(), 'portico-package-'))
  npm(root, ['pack', '--ignore-scripts', '--pack-destination', folder])
  const tarball = join(folder, readdirSync(folder)[0] ?? '')
  const consumer = join(folder, 'consumer')
  cpSync(join(import.meta.dirname, 'consumer'), consumer, { recursive: true })
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  npm(consumer, ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball])
  project.provide('tarball', tarball)
  project.provide('consumer', consumer)
  return () => rmSync(folder, { recursive: true })
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

function npm(cwd: string, options: string[]) {
  execFileSync('npm', [...options, '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
