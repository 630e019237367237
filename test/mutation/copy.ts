import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { instrument } from './instrument.ts'
import type { Mutant } from './mutants.ts'
import { childrenFile, switchFile } from './plan.ts'

/** A throwaway copy of the working tree that holds all these mutants, each behind its switch. */
export function copyWith(root: string, mutants: readonly Mutant[]): string {
  const copy = mkdtempSync(join(tmpdir(), 'portico-mutation-'))
  for (const path of filesOf(root)) cpSync(join(root, path), join(copy, path))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  copyFileSync(join(import.meta.dirname, 'switch.ts'), join(copy, switchFile))
  writeFileSync(join(copy, childrenFile), '')
  for (const [path, its] of Map.groupBy(mutants, (mutant) => mutant.path)) {
    const text = readFileSync(join(copy, path), 'utf8')
    const address = `./${relative(dirname(path), switchFile)}`
    writeFileSync(join(copy, path), instrument(text, its, address))
  }
  return copy
}

/** What git knows or would take, as it is now. */
function filesOf(root: string): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const listed = execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  const deleted = execFileSync('git', ['ls-files', '-z', '--deleted'], {
    cwd: root,
    encoding: 'utf8',
  })
  const gone = new Set(deleted.split('\0'))
  return listed.split('\0').filter((path) => path !== '' && !gone.has(path))
}
