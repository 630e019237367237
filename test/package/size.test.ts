import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, build } from 'esbuild'
import { expect, inject, test } from 'vitest'
import { doors, manifest, root } from './installed.ts'

const options = {
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'browser',
  external: ['node:*', 'bun:*', ...Object.keys(manifest().peerDependencies ?? {})],
  write: false,
  logLevel: 'silent',
} satisfies BuildOptions

/** Bytes of a module bundled as for a browser or worker, lazy parts included, minified and gzipped. */
async function weigh(contents: string): Promise<number> {
  const stdin = { contents, resolveDir: inject('consumer') }
  const { outputFiles } = await build({ ...options, stdin })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

/** What got in, by source file, largest first. */
async function contentsOf(contents: string): Promise<string> {
  const { metafile } = await build({
    ...options,
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    alias: {
      portico: join(root, 'src/index.ts'),
      'portico/providers': join(root, 'src/providers'),
    },
    metafile: true,
  })
  const inputs = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs))
  return inputs
    .sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput)
    .map(([file, { bytesInOutput }]) => `${String(bytesInOutput).padStart(8)}  ${file}`)
    .join('\n')
}

test('a sign-in with one provider weighs at most 25 kB', async () => {
  const provider = doors().find((door) => door.endsWith('/tiktok')) ?? 'portico/providers/github'
  const application = `
    import { Auth } from 'portico'
    import Provider from '${provider}'
    export const { handler } = Auth({ providers: [Provider] })`
  const bytes = await weigh(application)
  console.log(`auth.handler with one provider: ${bytes} bytes, minified and gzipped`)
  if (bytes > 25_000) console.log(`What got in:\n${await contentsOf(application)}`)
  expect(bytes).toBeLessThanOrEqual(25_000)
})
