import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'

/** Copies the examples to where `npx porticojs init` reads them: all but the demo, and nothing that git ignores. */
export function copyExamples(target: string): void {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'examples']
  const files = execFileSync('git', listing, { encoding: 'utf8' }).split('\0').filter(Boolean)
  for (const file of files.filter((file) => !file.startsWith('examples/demo/'))) {
    cpSync(file, join(target, file))
  }
}
