import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { pack } from '../package/pack.ts'

/** Packs what is to be published, once for all applications. */
export default function packOnce(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'portico-apps-'))
  const { tarball, codemodTarball } = pack(folder)
  project.provide('tarball', tarball)
  project.provide('codemodTarball', codemodTarball)
  return () => rmSync(folder, { recursive: true })
}
