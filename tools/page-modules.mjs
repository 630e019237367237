// The scripts of the built-in pages, each as one small text that the server can send: `node tools/page-modules.mjs` writes
// them anew, `--check` says whether they are up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Where each is written, where it goes, and what it does. */
const modules = [
  {
    source: 'src/client/passkey/page.ts',
    target: 'src/passkeys/script.ts',
    does: 'asks the browser for a passkey',
  },
  {
    source: 'src/client/altcha/page.ts',
    target: 'src/gate/altcha-script.ts',
    does: 'earns a token for the gate by work',
  },
  {
    source: 'src/client/turnstile/page.ts',
    target: 'src/gate/turnstile-script.ts',
    does: 'lets Cloudflare give a token for the gate',
  },
  {
    source: 'src/client/copy/page.ts',
    target: 'src/pages/copy-script.ts',
    does: 'copies what a page shows once, and prints the page',
  },
]

for (const { source, target, does } of modules) {
  const { outputFiles } = await build({
    entryPoints: [join(root, source)],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  })
  const [module] = outputFiles
  const text = module?.text.trim() ?? ''
  const isTemplate = text.includes('${')
  const wanted = `// Written by tools/page-modules.mjs from ${source}.

/** The module of the built-in pages that ${does}. */
export const script: string =
  // biome-ignore format: one line is one module
${isTemplate ? '  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a program\n' : ''}  ${JSON.stringify(text)}
`
  const file = join(root, target)
  const isFresh = existsSync(file) && readFileSync(file, 'utf8') === wanted
  if (!process.argv.includes('--check')) writeFileSync(file, wanted)
  else if (!isFresh) {
    console.log(`${target} is out of date: \`node tools/page-modules.mjs\` writes it anew.`)
    process.exitCode = 1
  }
  console.log(`The module that ${does} has ${text.length} bytes.`)
}
