import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../folder.ts'
import { portico } from '../typed.ts'

const esm = '{"type":"module"}'

test.each([
  ['no tsconfig.json', esm, {}, './auth.ts'],
  ['allowImportingTsExtensions', esm, { allowImportingTsExtensions: true }, './auth.ts'],
  ['rewriteRelativeImportExtensions', esm, { rewriteRelativeImportExtensions: true }, './auth.ts'],
  ['modules of Node', esm, { module: 'NodeNext' }, './auth.js'],
  ['modules of Node, as CommonJS', '{}', { module: 'nodenext' }, './auth'],
  ['a bundler', esm, { module: 'esnext', moduleResolution: 'bundler' }, './auth'],
])('imports the configuration as %s takes it', async (_, manifest, compilerOptions, expected) => {
  const settings = Object.keys(compilerOptions).length > 0 ? { compilerOptions } : undefined
  const imported = await importIn({
    'package.json': manifest,
    ...(settings ? { 'tsconfig.json': JSON.stringify(settings) } : {}),
  })
  expect(imported).toBe(expected)
})

test('reads what a tsconfig.json extends, with comments and a last comma', async () => {
  const imported = await importIn({
    'package.json': esm,
    'tsconfig.json': `{
  // "https://example.com" is no comment, this is
  "extends": ["./settings/base", "missing-package/tsconfig"],
  "compilerOptions": { "strict": true, },
}`,
    'settings/base.json': '{ "compilerOptions": { "module": "nodenext" } } /* end */',
  })
  expect(imported).toBe('./auth.js')
})

test('follows the imports of the application before its tsconfig.json', async () => {
  const imported = await importIn({
    'package.json': esm,
    'tsconfig.json': JSON.stringify({ compilerOptions: { module: 'nodenext' } }),
    'run.ts': "import { app } from './server.ts'\n",
  })
  expect(imported).toBe('./auth.ts')
})

/** How the application imports its configuration after `init`. */
async function importIn(files: Record<string, string>): Promise<string | undefined> {
  const code = "import express from 'express'\n\nexport const app = express()\n"
  const folder = newFolder({ 'server.ts': code, ...files })
  await portico(['init', '--framework', 'express', '--yes'], { folder })
  const text = readFileSync(join(folder, 'server.ts'), 'utf8')
  return /import \{ auth \} from '([^']+)'/.exec(text)?.[1]
}
