import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installed, node, root } from './installed.ts'

interface Block {
  page: string
  line: number
  name: string
  text: string
}

// Inside node_modules, so that what a page shows beside Portico is found among our own packages.
const cache = join(root, 'node_modules', '.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'docs-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * The TypeScript blocks of a page. A first line such as `// auth.ts` or `// src/auth.ts: the set-up`
 * names the file, and the other blocks of the page can import it; the first of a name is meant.
 */
function blocks(page: string): Block[] {
  const text = readFileSync(join(root, page), 'utf8')
  return [...text.matchAll(/^( *)```(tsx?)\b[^\n]*\n(.*?)^\1```/gms)].map((match, n) => {
    const [, indent = '', language = 'ts', body = ''] = match
    const code = body.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    return {
      page,
      line: text.slice(0, match.index).split('\n').length + 1,
      name: /^\/\/ ([\w./[\]-]+\.tsx?)\b/.exec(code)?.[1] ?? `block-${n + 1}.${language}`,
      text: code,
    }
  })
}

/** Gives a file that the page shows a second time a place of its own. */
function apart(block: Block, n: number, all: Block[]): Block {
  const first = all.findIndex(({ page, name }) => page === block.page && name === block.name)
  return first === n ? block : { ...block, name: `again-${n}/${block.name}` }
}

/** Pads a block so that the compiler's line numbers are those of the page. */
function write({ page, line, name, text }: Block) {
  const file = join(folder, page, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(
    file,
    '\n'.repeat(line - 1) + text + (/^(im|ex)port\b/m.test(text) ? '' : '\nexport {}'),
  )
}

/** A page for contributors shows a file of `src/`; it finds the house around it. */
function furnish(page: string) {
  const source = join(folder, page, 'src')
  if (!existsSync(source)) return
  for (const room of ['define.ts', 'types'])
    symlinkSync(join(root, 'src', room), join(source, room))
}

test('every code block of the documentation compiles', async () => {
  const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: root }).filter(
    // They show their examples, which are compiled where their frameworks are (test/apps, test/frameworks/guides.test.ts).
    (page) => !/^docs\/frameworks\/(?!README)/.test(page),
  )
  const found = pages.flatMap(blocks)
  expect(found.map(({ page }) => page)).toContain('README.md')
  found.map(apart).forEach(write)
  pages.forEach(furnish)
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(installed, join(folder, 'node_modules', 'portico'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: {
        isolatedDeclarations: false,
        module: 'esnext',
        moduleResolution: 'bundler',
        jsx: 'react-jsx',
        typeRoots: [join(root, 'node_modules/@types')],
        // What contributors are shown stands among our own sources.
        rootDirs: [join(folder, 'CONTRIBUTING.md'), root],
      },
      include: ['.'],
    }),
  )
  const { code, output } = await node(
    [join(root, 'node_modules/typescript/bin/tsc'), '--project', '.'],
    {
      cwd: folder,
    },
  )
  expect(output).toBe('')
  expect(code).toBe(0)
})
