import { build } from 'esbuild'
import { expect, inject, test } from 'vitest'
import { doors, manifest, node } from './installed.ts'

/** What a bundler makes of an application. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: inject('consumer') },
    bundle: true,
    minify: true,
    format: 'esm',
    external: ['node:*', 'bun:*', ...Object.keys(manifest().peerDependencies ?? {})],
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

// Starting costs about a millisecond for each file, whatever is in it.
test('all providers together are loaded from three files', async () => {
  const script = `import { GitHub } from 'porticojs/providers'; GitHub()`
  const options = ['--import', './modules.ts', '--input-type=module', '--eval', script]
  const { code, output, printed } = await node(options)
  expect(code, output).toBe(0)
  const loaded = [...printed.matchAll(/^loaded .*\/porticojs\/dist\/(.*)$/gm)]
  const files = loaded.map(([, file]) => file)
  expect(files.sort()).toEqual([
    'chunks/_core.js',
    'chunks/_stored-methods.js',
    'providers/index.js',
  ])
})

test.each([
  ['TikTok', 'tiktok', 'github'],
  ['GitHub', 'github', 'tiktok'],
])('a bundler takes %s from all providers, and none that is not used', async (name, id, other) => {
  const alone = await bundle(`export { default } from 'porticojs/providers/${id}'`)
  const chosen = await bundle(`export { ${name} as default } from 'porticojs/providers'`)
  expect(chosen).toContain(id)
  expect(chosen).not.toContain(other)
  expect(chosen.length).toBeLessThan(alone.length + 500)
})

// A bundler looks for a package wherever it sees it, used or not.
const withPackage = ['nodemailer', 'passkey', 'webauthn'].map((id) => `porticojs/providers/${id}`)

/** Names that Auth.js's modules have besides. */
const aliases = ['ory-hydra']

test('a provider is the same from either door, and those that load a package have only their own', async () => {
  const own = doors().filter((door) => door.startsWith('porticojs/providers/'))
  const script = `
    import * as all from 'porticojs/providers'
    const described = (provider) => JSON.stringify(provider({ clientId: 'client' }))
    const known = new Set(Object.values(all).map(described))
    for (const door of ${JSON.stringify(own)}) {
      const { default: provider } = await import(door)
      if (!known.has(described(provider))) console.log(door)
    }
    console.log(known.size)`
  const { printed, output, code } = await node(['--input-type=module', '--eval', script])
  expect(code, output).toBe(0)
  const told = [...withPackage, String(own.length - withPackage.length - aliases.length)]
  expect(printed.trim().split('\n')).toEqual(told)
})
