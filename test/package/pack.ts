import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { exampleFiles } from '../../tools/build/examples.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The packed package. */
    tarball: string
    /** The packed codemod, which is published with it. */
    codemodTarball: string
  }
}

const root = join(import.meta.dirname, '../..')

/** Builds when the sources are newer, and packs what is to be published into a folder that is empty. Returns the tarballs. */
export function pack(folder: string): { tarball: string; codemodTarball: string } {
  if (isStale()) npm(root, ['run', '--silent', 'build'])
  const packages = ['.', './packages/codemod']
  npm(root, ['pack', ...packages, '--ignore-scripts', '--pack-destination', folder])
  const find = (name: RegExp) =>
    join(folder, readdirSync(folder).find((file) => name.test(file)) ?? '')
  return { tarball: find(/^porticojs-\d/), codemodTarball: find(/^porticojs-codemod-/) }
}

function isStale() {
  const built = ['dist/index.js', 'packages/codemod/dist/main.js'].map((file) => join(root, file))
  if (!built.every((file) => existsSync(file))) return true
  const since = Math.min(...built.map((file) => statSync(file).mtimeMs))
  const folders = ['src', 'packages/codemod/src', 'tools/build'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, file),
    ),
  )
  const configs = ['tsdown.config.ts', 'package.json']
  const inPackage = configs.map((file) => join('packages/codemod', file))
  const files = [...configs, ...inPackage, ...folders, ...exampleFiles()]
  return files.some((file) => statSync(join(root, file)).mtimeMs > since)
}

/** Runs npm, quietly but for errors. */
export function npm(cwd: string, options: string[]): void {
  execFileSync('npm', [...options, '--loglevel=error'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
