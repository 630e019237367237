import { isUtf8 } from 'node:buffer'
import { execFile } from 'node:child_process'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { isEnvironmentFile } from './environment-file.ts'
import { madeFolders } from './from-portico.ts'
import { isSourceFile } from './plan.ts'

/** Other files that may name a variable of the environment or a package. They are searched, not parsed. */
const settings = /(^Dockerfile|\.(astro|json|mdx|prisma|sh|tf|toml|ya?ml)$)/

/** Folders of tools with generated files. Others may name a variable: `.github/workflows`. */
const toolFolders = new Set(['.git', '.next', '.output', '.svelte-kit', '.turbo', '.vercel'])

const maxFileBytes = 1_000_000

/** The files of an application. */
export interface Application {
  /** The texts of the files, by their paths from the folder with slashes, in the order of their names. */
  readonly files: ReadonlyMap<string, string>
  /** Files that mention the library, and would lose characters if they were written again. */
  readonly notUtf8: readonly string[]
}

/** Reads the files of an application that may mention the library that it leaves. */
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
      // Links are not followed: their targets are outside, or found under their own names.
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

/** `clean` if git could undo all changes, or the reason why not. */
export async function gitState(folder: string): Promise<'clean' | 'changed' | 'none'> {
  try {
    const arguments_ = ['-C', folder, 'status', '--porcelain', '--', '.']
    const { stdout } = await promisify(execFile)('git', arguments_)
    return stdout.trim() === '' ? 'clean' : 'changed'
  } catch {
    return 'none'
  }
}
