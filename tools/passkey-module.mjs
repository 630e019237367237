// The browser's part of passkeys as one small text that the server can send: `node tools/passkey-module.mjs` writes
// src/passkeys/script.ts from src/client/passkey/page.ts, `--check` says whether it is up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = join(root, 'src/passkeys/script.ts')

const { outputFiles } = await build({
  entryPoints: [join(root, 'src/client/passkey/page.ts')],
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  write: false,
})
const [module] = outputFiles
const wanted = `// Written by tools/passkey-module.mjs from src/client/passkey/page.ts.

/** The module of the built-in pages that asks the browser for a passkey. */
export const script: string =
  // biome-ignore format: one line is one module
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a program
  ${JSON.stringify(module?.text.trim())}
`
const fresh = existsSync(target) && readFileSync(target, 'utf8') === wanted
if (!process.argv.includes('--check')) writeFileSync(target, wanted)
else if (!fresh) {
  console.log(
    'src/passkeys/script.ts is out of date: `node tools/passkey-module.mjs` writes it anew.',
  )
  process.exitCode = 1
}
console.log(`The passkey module has ${module?.text.length} bytes.`)
