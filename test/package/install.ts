import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { npm, pack } from './pack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A project outside this repository that has installed the packed package, and nothing else. */
    consumer: string
  }
}

/** Packs, and installs the tarball as a user would. */
export default function install(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'portico-package-'))
  const { tarball, codemodTarball } = pack(folder)
  const consumer = join(folder, 'consumer')
  cpSync(join(import.meta.dirname, 'consumer'), consumer, { recursive: true })
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  npm(consumer, ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball])
  project.provide('tarball', tarball)
  project.provide('codemodTarball', codemodTarball)
  project.provide('consumer', consumer)
  return () => rmSync(folder, { recursive: true })
}
