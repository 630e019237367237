import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The files of the examples that `npx porticojs init` begins with: all but the demo, and nothing that git ignores. */
export function exampleFiles(): string[] {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'examples']
  const listed = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
  return listed.split('\0').filter((file) => file && !file.startsWith('examples/demo/'))
}

/** The name under which a file of an example ships: tools read a package.json wherever it stands, and these are no packages yet. */
export function shippedName(file: string): string {
  return file.replace(/(?<=\/)package\.json$/, '_package.json')
}

/** Copies the examples to where `init` reads them. */
export function copyExamples(target: string): void {
  for (const file of exampleFiles()) {
    cpSync(join(root, file), join(root, target, shippedName(file)))
  }
}
