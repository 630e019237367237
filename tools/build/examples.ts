import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The files of the examples that `npx porticojs init` begins with: all but the demo, native apps and the MCP server, and nothing that git ignores. */
export function exampleFiles(): string[] {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'examples']
  const listed = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
  return listed.split('\0').filter((file) => file && !/^examples\/(demo|mcp|native)\//.test(file))
}

/** The texts of each example by their paths in it. */
export function exampleTexts(): Map<string, Record<string, string>> {
  const examples = new Map<string, Record<string, string>>()
  for (const file of exampleFiles()) {
    const [, name = '', ...path] = file.split('/')
    const texts = examples.get(name) ?? {}
    texts[path.join('/')] = readFileSync(join(root, file), 'utf8')
    examples.set(name, texts)
  }
  return examples
}

/** Writes each example where `init` reads it, as one file: packed, more than a hundred small ones weigh twice as much. */
export function writeExamples(target: string): void {
  const folder = join(root, target, 'examples')
  mkdirSync(folder, { recursive: true })
  for (const [name, texts] of exampleTexts()) {
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(texts, null, 1)}\n`)
  }
}
