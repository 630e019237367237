import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bareEnv } from '../child-env.ts'
import { newFolder } from '../cli/folder.ts'

/** The entry points by which a reader of the guide imports what the example takes from the sources. */
const doors: Readonly<Record<string, string>> = {
  '../../src/method.ts': 'porticojs/method',
  '../../src/index.ts': 'porticojs',
  '../../src/frameworks/express.ts': 'porticojs/express',
  '../../src/jwt.ts': 'porticojs/jwt',
  '../../src/providers/github.ts': 'porticojs/providers/github',
}

test.each(['consent', 'issuer', 'app', 'server'])(
  'the guide shows %s.ts as it is tested',
  (name) => {
    const guide = readFileSync('docs/mcp.md', 'utf8')
    const shown = guide.split('```ts\n').find((block) => block.startsWith(`// ${name}.ts\n`))
    const source = readFileSync(`examples/mcp/${name}.ts`, 'utf8').replace(
      /'(\.\.\/\.\.\/src\/[^']+)'/g,
      (_, path: string) => `'${doors[path]}'`,
    )
    expect(shown?.split('\n```')[0]).toBe(`// ${name}.ts\n${source.trimEnd()}`)
  },
)

test.each([
  ['OAUTH_KEY', {}],
  ['OAUTH_COOKIE_KEY', { OAUTH_KEY: '{}' }],
])(
  'the server of the guide does not start without %s',
  (name, env) => {
    const program = join(import.meta.dirname, '../../examples/mcp/server.ts')
    const { status, stderr } = spawnSync(process.execPath, [program], {
      cwd: newFolder(),
      env: { ...bareEnv, NODE_ENV: 'test', ...env },
      encoding: 'utf8',
    })
    expect(stderr).toContain(`Error: ${name} is not set`)
    expect(status).toBe(1)
  },
  60_000,
)
