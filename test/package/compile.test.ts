import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, inject, test } from 'vitest'
import { doors, node, root } from './installed.ts'

const compilers = ['typescript5', 'typescript', 'typescript7']
const resolutions = { nodenext: 'nodenext', bundler: 'esnext' }
const matrix = compilers.flatMap((compiler) =>
  Object.entries(resolutions).map(([moduleResolution, module]) => ({
    compiler,
    moduleResolution,
    module,
  })),
)

// Their declarations speak of the framework's types; they are compiled with it, by its example or its page in test/client.
const withFramework = [
  'portico/elysia',
  'portico/hono',
  'portico/nest',
  'portico/solid',
  'portico/vue',
]

beforeAll(() => {
  const alone = doors().filter((door) => !withFramework.includes(door))
  const imports = alone.map((door, n) => `export * as door${n} from '${door}'\n`)
  writeFileSync(join(inject('consumer'), 'every-door.ts'), imports.join(''))
})

test.each(matrix)('compiles with $compiler, $moduleResolution', async (row) => {
  const { compiler, module, moduleResolution } = row
  const folder = join(inject('consumer'), `${compiler}-${moduleResolution}`)
  mkdirSync(folder)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        module,
        moduleResolution,
        target: 'es2023',
        lib: ['es2023', 'dom', 'dom.iterable', 'esnext.disposable'],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        allowImportingTsExtensions: true,
        skipLibCheck: false,
        noEmit: true,
        types: ['node'],
        typeRoots: [join(root, 'node_modules/@types')],
      },
      include: ['../*.ts'],
    }),
  )
  const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
  const { code, output } = await node([tsc, '--project', folder])
  expect(output).toBe('')
  expect(code).toBe(0)
})

test('reads at most 30 declaration files for an application', async () => {
  const folder = join(inject('consumer'), 'application')
  mkdirSync(folder)
  writeFileSync(join(folder, 'app.ts'), `import { Auth } from 'portico'\nAuth({ providers: [] })\n`)
  const compilerOptions = { module: 'nodenext', target: 'es2023', noEmit: true, types: [] }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { output } = await node([tsc, '--project', folder, '--listFilesOnly'])
  const read = output.split('\n').filter((file) => !/typescript[/\\]lib|app\.ts$|^$/.test(file))
  expect(read.join()).toContain('portico')
  expect(read.length, read.join('\n')).toBeLessThanOrEqual(30)
})
