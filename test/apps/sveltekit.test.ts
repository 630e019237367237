import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Application, Running } from './application.ts'
import { story } from './story.ts'

const sveltekit: Application = {
  example: 'sveltekit',
  authFile: 'src/lib/server/auth.ts',
  clientRouter: true,
  args: ({ mode, port }) =>
    mode === 'development' ? ['--host', '127.0.0.1', '--port', String(port), '--strictPort'] : [],
}

/**
 * SvelteKit 3 takes every address for https unless a proxy says otherwise, and its own check of forms compares with that. This stands
 * for the proxy.
 */
const proxied = `// @ts-nocheck: there is no build yet
import { createServer } from 'node:http'
import { handler } from './build/handler.js'

createServer((request, response) => {
  request.headers['x-forwarded-proto'] = 'http'
  handler(request, response)
}).listen(process.env.PORT)
`

await story({
  ...sveltekit,
  name: 'SvelteKit 3',
  env: () => ({ PROTOCOL_HEADER: 'x-forwarded-proto' }),
  async edit(folder) {
    await writeFile(join(folder, 'proxied.js'), proxied)
    await replaceIn(join(folder, 'package.json'), 'node build', 'node proxied.js')
  },
})

await story({
  ...sveltekit,
  name: 'SvelteKit 2',
  versions: { '@sveltejs/kit': '2.70.4', '@sveltejs/adapter-node': '5.5.7' },
  env: ({ url }: Running) => ({ ORIGIN: url }),
  async edit(folder) {
    await rm(join(folder, 'src/env.ts'))
    const tsconfig = { extends: './.svelte-kit/tsconfig.json', compilerOptions: { strict: true } }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
    await cp(join(import.meta.dirname, 'sveltekit/version-2'), folder, { recursive: true })
  },
})

async function replaceIn(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  await writeFile(
    file,
    text.replace(from, () => to),
  )
}
