import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { examplesFolder } from '../examples-folder.ts'
import { madeFolders } from '../made-folders.ts'
import { type Framework, frameworks } from './frameworks.ts'

/** The example of a framework, as an application begins with it. */
export interface Template extends Framework {
  /** The command that starts it for development. */
  readonly dev: string
  /** Texts by their paths, which are written with slashes. */
  readonly files: Readonly<Record<string, string>>
}

/** The example of a framework; undefined if there is none of this name. */
export function readTemplate(name: string): Template | undefined {
  const framework = Object.hasOwn(frameworks, name) ? frameworks[name] : undefined
  if (!framework) return undefined
  const folder = join(examplesFolder(), name)
  const files = Object.fromEntries(
    pathsBelow(folder)
      .map((path) => [path.replace(/^_package/, 'package'), textOf(join(folder, path))])
      .sort(),
  )
  const { scripts } = JSON.parse(files['package.json'] ?? '')
  return { ...framework, dev: scripts.dev.replace(/^NODE_ENV=development /, ''), files }
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}

function pathsBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name
    if (!entry.isDirectory()) return path
    // Whoever runs an example in a clone leaves such folders there.
    const isMade = entry.name.startsWith('.') || madeFolders.has(entry.name)
    return isMade ? [] : pathsBelow(folder, `${path}/`)
  })
}
