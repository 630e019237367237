// The barrel of the providers and the types of their ids, derived from the files in src/providers:
// `node tools/providers.mjs [folder that holds src/]` writes src/providers/index.ts and
// src/types/built-in-providers.ts, `--check` says whether they are up to date.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readProviders } from './providers/read.mjs'

/** @import { ProviderFile } from './providers/read.mjs' */

const own = fileURLToPath(new URL('..', import.meta.url))
const root = resolve(process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? own)

/** The kinds of provider whose ids are listed: the specification counts passkeys among them. */
const listed = new Set(['oauth', 'oidc', 'webauthn'])

/**
 * These load a package that the application installs. A bundler looks for it wherever it sees it, used or not, so that the barrel
 * leaves them out: they have their own doors.
 */
const withPackage = new Set(['nodemailer', 'passkey', 'webauthn'])

/**
 * The text of src/providers/index.ts.
 *
 * @param {ProviderFile[]} providers
 */
function barrel(providers) {
  const lines = providers
    .filter(({ id }) => !withPackage.has(id))
    .map(({ id, name }) => `export { default as ${name} } from './${id}.ts'`)
  return format(`// Written by tools/providers.mjs from the files beside this one.
${lines.join('\n')}
export type { BuiltInProviderType, OAuthProviderType } from '../types/built-in-providers.ts'
`)
}

/**
 * The text of src/types/built-in-providers.ts. Whoever imports `porticojs` needs these ids, and not the declarations of 140 providers.
 *
 * @param {ProviderFile[]} providers
 */
function types(providers) {
  const ids = providers.filter(({ kind }) => listed.has(kind)).map(({ id }) => `| '${id}'`)
  return format(`// Written by tools/providers.mjs from the files in src/providers.
import type { RedirectableProviderType, WebAuthnProviderType } from './provider-type.ts'

/** The ids of the platforms that come with Portico. */
export type OAuthProviderType = ${ids.join('\n')}

/** The ids of everything that comes with Portico. */
export type BuiltInProviderType = RedirectableProviderType | OAuthProviderType | WebAuthnProviderType
`)
}

/** @param {string} source */
function format(source) {
  const biome = join(own, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const options = ['check', '--write', '--stdin-file-path=src/providers/index.ts']
  const { status, stdout, stderr } = spawnSync(process.execPath, [biome, ...options], {
    cwd: own,
    input: source,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`Biome cannot format what was written:\n${stderr}`)
  return stdout
}

/** Each file that is written, and how. */
const outputs = { 'src/providers/index.ts': barrel, 'src/types/built-in-providers.ts': types }

function main() {
  const { providers, problems } = readProviders(join(root, 'src', 'providers'))
  for (const problem of problems) console.log(problem)
  for (const [path, text] of Object.entries(outputs)) {
    const file = join(root, path)
    const wanted = text(providers)
    const fresh = existsSync(file) && readFileSync(file, 'utf8') === wanted
    if (!process.argv.includes('--check')) writeFileSync(file, wanted)
    else if (!fresh) {
      console.log(`${path} is out of date: \`node tools/providers.mjs\` writes it anew.`)
      process.exitCode = 1
    }
  }
  if (problems.length > 0) process.exitCode = 1
  console.log(`${providers.length} providers.`)
}

main()
