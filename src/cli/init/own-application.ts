import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedMajor } from '../application/installed-version.ts'
import { readManifest } from '../application/manifest.ts'
import { usesPortico } from '../application/uses-portico.ts'
import { madeFolders } from '../made-folders.ts'
import type { Framework } from './frameworks.ts'
import type { Template } from './template.ts'

/** An application with code of its own, as read without running it. */
export interface OwnApplication {
  readonly folder: string
  readonly framework: Framework
  readonly manifest: Readonly<Record<string, unknown>>
  /** The major version of the framework, if it is known. */
  readonly major: number | undefined
  /** The paths of its code, with slashes, without tests. */
  readonly sources: readonly string[]
  /** The files beside its package.json. */
  readonly beside: readonly string[]
  /** True if it has no TypeScript. */
  readonly isJavaScript: boolean
  /** The text of a file; undefined if there is none. */
  read(path: string): string | undefined
}

/** Reads the files of an application. Undefined if there is no code yet but the example's. */
export function ownApplication(folder: string, template: Template): OwnApplication | undefined {
  const read = (path: string) => textOf(join(folder, ...path.split('/')))
  const found = sourcesIn(folder)
  const beside = readdirSync(folder)
  const isExample = found.every((path) => isOfExample(template, path, read(path)))
  if (isExample && !hasOwnSettings(template, beside, read)) return undefined
  const sources = found.filter((path) => !tests.test(path))
  const isTyped =
    beside.includes('tsconfig.json') || sources.some((path) => /\.[cm]?tsx?$/.test(path))
  return {
    folder,
    framework: template,
    manifest: readManifest(folder),
    major: installedMajor(folder, template.dependency),
    sources,
    beside,
    isJavaScript: !template.typed && !isTyped,
    read,
  }
}

/** True for a file of the example, even if its configuration has other providers. */
function isOfExample({ files }: Template, path: string, text = ''): boolean {
  const example = files[path]
  if (example === text) return true
  return example?.includes('Auth({') === true && usesPortico(text)
}

/** True if the settings that mount the sign-in in the example are the application's own: they would be kept, and nothing would serve it. */
function hasOwnSettings(
  { files }: Template,
  beside: readonly string[],
  read: OwnApplication['read'],
): boolean {
  const bare = (file: string) => file.replace(/\.\w+$/, '')
  const isMount = (path: string) =>
    /^\w+\.config\.\w+$/.test(path) && files[path]?.includes('porticojs/')
  const example = Object.keys(files).find(isMount)
  const own = example && beside.find((file) => bare(file) === bare(example))
  return own !== undefined && example !== undefined && read(own) !== files[example]
}

/** Matches code, without settings. */
const source = /(?<!\.config|\.d)\.([cm]?[jt]sx?|astro|svelte|vue)$/

const tests = /(^|\/)(tests?|__tests__|e2e|cypress|playwright)\/|\.(test|spec|stories)\.\w+$/

function sourcesIn(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name
    // Folders with a dot belong to tools.
    if (entry.name.startsWith('.') || madeFolders.has(entry.name)) return []
    if (entry.isDirectory()) return sourcesIn(folder, `${path}/`)
    return entry.isFile() && source.test(path) ? path : []
  })
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
