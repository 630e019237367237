import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, test } from 'vitest'

const first = ['sign-in-page', 'sign-out-page', 'error-page', 'respond']
const email = ['../methods/email/verify-request-page', '../methods/email/confirm-page']
const all = [...first, ...email, 'message-page', 'account-page']

test.each([
  ['the pages of every sign-in', first, 6_900],
  ['all pages', all, 9_300],
])('%s stay small in a bundle', async (_, names, limit) => {
  const contents = names.map((name) => `export * from './${name}.ts'`).join('\n')
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: join(import.meta.dirname, '../../src/pages') },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
    external: ['*/errors.ts'],
  })
  const bytes = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs))
  const heaviest = inputs.sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
  const listed = heaviest.map(([path, { bytesInOutput }]) => `${bytesInOutput} ${path}`)
  expect(bytes, `what got in:\n${listed.join('\n')}`).toBeLessThanOrEqual(limit)
})
