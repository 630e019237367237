import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { madeFolders } from '../made-folders.ts'

/** The texts of an example by their paths, with slashes. They are two folders up, in the sources or in the built package. */
export function exampleTexts(name: string): Record<string, string> {
  const place = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
  // The build writes each example to one file.
  if (!import.meta.url.endsWith('.ts'))
    return JSON.parse(textOf(place(`dist/examples/${name}.json`)))
  const folder = place(`../examples/${name}`)
  return Object.fromEntries(pathsBelow(folder).map((path) => [path, textOf(join(folder, path))]))
}

function textOf(file: string): string {
  return readFileSync(file, 'utf8')
}

function pathsBelow(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = below + entry.name
    if (!entry.isDirectory()) return path
    // Running an example in a clone creates such folders.
    const isMade = entry.name.startsWith('.') || madeFolders.has(entry.name)
    return isMade ? [] : pathsBelow(folder, `${path}/`)
  })
}
