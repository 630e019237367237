import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The entry points by which a reader of the guide imports what the example takes from the sources. */
const doors: Readonly<Record<string, string>> = {
  '../../src/method.ts': 'porticojs/method',
  '../../src/index.ts': 'porticojs',
  '../../src/frameworks/express.ts': 'porticojs/express',
  '../../src/jwt.ts': 'porticojs/jwt',
}

test.each(['consent', 'issuer', 'app'])('the guide shows %s.ts as it is tested', (name) => {
  const guide = readFileSync('docs/mcp.md', 'utf8')
  const shown = guide.split('```ts\n').find((block) => block.startsWith(`// ${name}.ts\n`))
  const source = readFileSync(`examples/mcp/${name}.ts`, 'utf8').replace(
    /'(\.\.\/\.\.\/src\/[^']+)'/g,
    (_, path: string) => `'${doors[path]}'`,
  )
  expect(shown?.split('\n```')[0]).toBe(`// ${name}.ts\n${source.trimEnd()}`)
})
