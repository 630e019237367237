import { isUtf8 } from 'node:buffer'
import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isEnvironmentFile } from './environment-file.ts'
import { madeFolders } from './from-portico.ts'
import { isSourceFile } from './plan.ts'

/** Files in which a variable of the environment may be named, or a module that nobody reads here. */
const settings = /(^Dockerfile|\.(astro|json|mdx|prisma|sh|tf|toml|ya?ml)$)/

/** Folders of tools that hold what can be made again. Others may name a variable: `.github/workflows`. */
const toolFolders = new Set(['.git', '.next', '.output', '.svelte-kit', '.turbo', '.vercel'])

const maxFileBytes = 1_000_000

/** An application as its folder has it. */
export interface Application {
  /** The texts of the files, by their paths from the folder with slashes, in the order of their names. */
  readonly files: ReadonlyMap<string, string>
  /** Files that name something of that library, and of which some characters would be lost if they were written again. */
  readonly notUtf8: readonly string[]
}

/** Reads the files of an application that may name something of the library that it leaves. */
export async function readApplication(
  folder: string,
  mentions: (text: string) => boolean,
): Promise<Application> {
  const files = new Map<string, string>()
  const notUtf8: string[] = []
  const visit = async (below: string): Promise<void> => {
    const entries = await readdir(join(folder, below), { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = below ? `${below}/${entry.name}` : entry.name
      // What a link leads to belongs to somebody else, or is found under its own name.
      if (entry.isDirectory() && !isMade(entry.name)) await visit(path)
      if (!entry.isFile() || !isWanted(path, entry.name)) continue
      if ((await stat(join(folder, path))).size > maxFileBytes) continue
      const content = await readFile(join(folder, path))
      if (isUtf8(content)) files.set(path, content.toString())
      else if (mentions(content.toString('latin1'))) notUtf8.push(path)
    }
  }
  await visit('')
  return { files, notUtf8 }
}

function isMade(folder: string): boolean {
  return madeFolders.has(folder) || toolFolders.has(folder)
}

function isWanted(path: string, name: string): boolean {
  if (/(^|[-.])lock\.(json|yaml)$|package-lock\.json$/.test(name)) return false
  return isSourceFile(path) || isEnvironmentFile(path) || settings.test(name)
}

/** Says if git could bring everything back: `clean`, or why not. */
export async function gitState(folder: string): Promise<'clean' | 'changed' | 'none'> {
  try {
    const arguments_ = ['-C', folder, 'status', '--porcelain', '--', '.']
    const { stdout } = await promisify(execFile)('git', arguments_)
    return stdout.trim() === '' ? 'clean' : 'changed'
  } catch {
    return 'none'
  }
}
