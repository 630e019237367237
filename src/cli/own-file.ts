import {
  closeSync,
  constants,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { explain } from './explain.ts'

/**
 * The reason why a file of an application must not be written: it is a symbolic link, or a folder in its path leads out of the application,
 * to files that may not be the application's. Undefined if there is none.
 */
export function foreignPlace(folder: string, path: string): string | undefined {
  const steps = path.split('/')
  const home = realpathSync(folder)
  for (let count = 1; count <= steps.length; count++) {
    const below = steps.slice(0, count).join('/')
    const link = lstatSync(join(folder, below), { throwIfNoEntry: false })
    if (!link) return undefined
    if (!link.isSymbolicLink()) continue
    if (count === steps.length) return `${below} is a symbolic link`
    const target = realOf(join(folder, below))
    if (target === undefined) return `${below} is a symbolic link that leads nowhere`
    if (isOutside(relative(home, target))) return `${below} is a symbolic link out of this folder`
  }
  return undefined
}

/**
 * The reason why a file cannot be written: a folder has its name, or a file is in the place of one of its folders. Undefined if there is
 * none.
 */
export function obstacle(folder: string, path: string): string | undefined {
  const steps = path.split('/')
  for (let count = 1; count <= steps.length; count++) {
    const below = steps.slice(0, count).join('/')
    const found = statSync(join(folder, below), { throwIfNoEntry: false })
    if (!found) return undefined
    if (count < steps.length && !found.isDirectory()) return `${below} is a file, not a folder`
    if (count === steps.length && found.isDirectory()) return `${below} is a folder, not a file`
  }
  return undefined
}

/** Writes new files, all of them or none. */
export function writeNewFiles(folder: string, files: Readonly<Record<string, string>>): void {
  const made: string[] = []
  try {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, ...path.split('/'))
      made.push(mkdirSync(dirname(file), { recursive: true }) ?? file)
      writeOwnFile(file, text)
    }
  } catch (cause) {
    for (const place of made) rmSync(place, { recursive: true, force: true })
    throw new Error(`${explain(cause)} Nothing was written.`, { cause })
  }
}

/** Writes a file, new or not, and never through a link that has appeared in its place. If the disk is full, the content stays as it was. */
export function writeOwnFile(file: string, text: string): void {
  const { O_RDWR, O_CREAT, O_NOFOLLOW = 0 } = constants
  mkdirSync(dirname(file), { recursive: true })
  const opened = openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW)
  const before = readFileSync(opened)
  try {
    overwrite(opened, Buffer.from(text))
  } catch (cause) {
    overwrite(opened, before)
    throw cause
  } finally {
    closeSync(opened)
  }
}

function overwrite(opened: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(opened, bytes, at, null, at)
  ftruncateSync(opened, bytes.length)
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function isOutside(way: string): boolean {
  return way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way
}
