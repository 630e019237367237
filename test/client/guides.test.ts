import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { compile } from 'svelte/compiler'
import { expect, test } from 'vitest'
import { compileScript, compileTemplate, parse } from 'vue/compiler-sfc'

// Blocks of TypeScript are compiled with the package (test/package/docs.test.ts); these have compilers of their own.

const folder = join(import.meta.dirname, '../../docs/browser')

/** The code that a compiler makes of a block. */
type Compiler = (source: string, name: string) => Promise<string>

const compilers: Readonly<Record<string, Compiler>> = {
  jsx: async (source) => (await transform(source, { loader: 'tsx', jsx: 'preserve' })).code,
  svelte: async (source, filename) => compile(source, { filename, runes: true }).js.code,
  async vue(source, filename) {
    const { descriptor, errors } = parse(source, { filename })
    const script = compileScript(descriptor, { id: filename })
    const { bindings } = script
    const template = compileTemplate({
      id: filename,
      filename,
      source: descriptor.template?.content ?? '',
      ...(bindings && { compilerOptions: { bindingMetadata: bindings } }),
    })
    expect([...errors, ...template.errors]).toEqual([])
    return template.code
  },
}

const blocks = globSync('*.md', { cwd: folder }).flatMap((guide) =>
  [...readFileSync(join(folder, guide), 'utf8').matchAll(/^```(\w+)\n(.*?)^```/gms)].flatMap(
    ([, language = '', source = '']) =>
      Object.hasOwn(compilers, language) ? [{ guide, language, source }] : [],
  ),
)

test('there are blocks for every one of these frameworks', () => {
  expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(Object.keys(compilers)))
})

test.each(blocks)(
  'a block of $guide compiles as $language',
  async ({ guide, language, source }) => {
    expect(await compilers[language]?.(source, guide)).toMatch(/\w/)
  },
)

test.each(blocks)('a block of $guide imports what there is', async ({ source }) => {
  for (const [, names = '', door = ''] of source.matchAll(
    /import \{([^}]*)\} from 'porticojs\/(\w+)'/g,
  )) {
    const path = door === 'client' ? 'client/index' : `client/bindings/${door}`
    const exported = Object.keys(
      await import(new URL(`../../src/${path}.ts`, import.meta.url).href),
    )
    const wanted = names.split(',').map((name) => name.trim())
    expect(exported).toEqual(
      expect.arrayContaining(wanted.filter((name) => name && !name.startsWith('type '))),
    )
  }
})
