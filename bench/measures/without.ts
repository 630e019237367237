import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

const root = join(import.meta.dirname, '../..')
const application = `import { Auth } from './src/index.ts'
  import GitHub from './src/providers/github.ts'
  export const { handler } = Auth({ providers: [GitHub] })`

/** Bytes of the application in one file, minified and gzipped; the sources that `left` names are there with empty hands. */
export async function weighWithout(left?: RegExp): Promise<number> {
  const { peerDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { outputFiles } = await build({
    stdin: { contents: application, resolveDir: root, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    external: ['node:*', 'bun:*', ...Object.keys(peerDependencies)],
    plugins: [forWorkers, ...(left ? [emptied(left)] : [])],
    write: false,
    logLevel: 'silent',
  })
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length
}

/** The file that bundlers for browsers and workers exchange. */
const forWorkers: Plugin = {
  name: 'for-workers',
  setup({ onResolve }) {
    onResolve({ filter: /node-only\.ts$/ }, () => ({
      path: resolve(root, 'src/instance/without-node.ts'),
    }))
  },
}

/** Exports every name of a file, and nothing behind it. */
function emptied(left: RegExp): Plugin {
  return {
    name: 'emptied',
    setup({ onLoad }) {
      onLoad({ filter: left }, async ({ path }) => {
        const alone = { entryPoints: [path], bundle: true, external: ['*'], outdir: 'out' }
        const { metafile } = await build({ ...alone, format: 'esm', write: false, metafile: true })
        const [file] = Object.values(metafile.outputs)
        const lines = (file?.exports ?? []).map((name) => `export const ${name} = 0`)
        return { contents: lines.join('\n'), loader: 'js' }
      })
    },
  }
}
