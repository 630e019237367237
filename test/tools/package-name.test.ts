import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** The product is called Portico; a package of that name, and its `npx` command, belong to somebody else. */
const product = 'portico'
const afterIt = String.raw`${product}(?![\w.-])`
const namesTheirs = [
  // A module, or one of its doors.
  String.raw`(?:from|import|require|module)\b[ (]*['"\`]${afterIt}`,
  // A door may stand in a pattern, where its slash is escaped.
  String.raw`(?<![\w./#@{-])${product}\\*/[(a-z]`,
  `node_modules/${afterIt}`,
  // A command or a dependency.
  String.raw`\b(?:npx|bunx|npm \w+|pnpm \w+|yarn \w+|bun \w+)(?: -\S+)* ${afterIt}`,
  `"${product}": ?"`,
].map((source) => new RegExp(source))

function tracked(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  return listed
    .split('\0')
    .filter((file) => /\.(\w*[jt]sx?|json|md|txt|vue|svelte|astro|html)$/.test(file))
}

function wrong(text: string): string[] {
  return text.split('\n').filter((line) => namesTheirs.some((pattern) => pattern.test(line)))
}

describe('the name of the package', () => {
  test.each([
    `import { Auth } from '${product}'`,
    `const { Auth } = await import('${product}')`,
    `declare module '${product}' also works`,
    `See ${product}/method.`,
    String.raw`name.replace(/^${product}\\/(development|inspector)$/, source)`,
    `Run npx ${product} init.`,
    `npm install --save ${product}`,
    `  "${product}": "*",`,
    `in node_modules/${product}/docs`,
  ])('is missed in: %s', (line) => {
    expect(wrong(line)).toEqual([line])
  })

  test.each([
    "import portico from 'porticojs/astro'",
    'npx porticojs init',
    'cp skills/portico/SKILL.md',
    "expect(cookies).toContain('portico.session')",
    'handler: #portico/middleware',
  ])('is right in: %s', (line) => {
    expect(wrong(line)).toEqual([])
  })

  test('is ours in every import, command and dependency', () => {
    const files = tracked().filter((file) => !file.startsWith('docs/bench/'))
    expect(files.length).toBeGreaterThan(1000)
    const found = files.flatMap((file) =>
      wrong(readFileSync(join(root, file), 'utf8')).map((line) => `${file}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})
