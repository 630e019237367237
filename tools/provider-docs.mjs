// The pages of docs/providers, written from the providers' own data and the samples of the platforms'
// answers: `node tools/provider-docs.mjs [folder that holds src/]` writes them, `--check` says which are
// out of date.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { overview } from './provider-docs/overview.mjs'
import { page } from './provider-docs/page.mjs'
import { searchPage } from './provider-docs/search.mjs'
import { readProviders } from './providers/read.mjs'

/** @import { ProviderFile } from './providers/read.mjs' */
/** @import { Described } from './provider-docs/page.mjs' */

const own = fileURLToPath(new URL('..', import.meta.url))
const root = resolve(process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? own)
const pages = join(root, 'docs', 'providers')

/**
 * Runs a provider's file and finds its sample.
 *
 * @param {ProviderFile} file
 * @returns {Promise<Described>}
 */
async function describe(file) {
  const source = join(root, 'src', 'providers', `${file.id}.ts`)
  const { default: provider } = await import(pathToFileURL(source).href)
  const sample = join(root, 'src', 'providers', `${file.id}.sample.json`)
  const { options, user, evidence, endpoints } = existsSync(sample)
    ? JSON.parse(readFileSync(sample, 'utf8'))
    : {}
  const guide = existsSync(join(root, 'docs', `${file.id}.md`))
  return { ...file, config: provider({}), guide, options, user, evidence, endpoints }
}

/**
 * Sorts by name, whatever the machine's language.
 *
 * @param {Described} one
 * @param {Described} other
 */
function byName(one, other) {
  const [a, b] = [one, other].map(({ config }) => config.name.toLowerCase())
  return a === b ? 0 : String(a) < String(b) ? -1 : 1
}

/** @returns {Promise<Map<string, string>>} text by file name */
async function write() {
  const { providers } = readProviders(join(root, 'src', 'providers'))
  const platforms = providers.filter(({ kind }) => kind === 'oauth' || kind === 'oidc')
  const described = (await Promise.all(platforms.map(describe))).sort(byName)
  return new Map([
    ['README.md', overview(described)],
    ['index.html', searchPage(described)],
    ...described.map((one) => /** @type {const} */ ([`${one.id}.md`, page(one)])),
  ])
}

const wanted = await write()
const present = existsSync(pages) ? readdirSync(pages) : []
const stray = present.filter((file) => !wanted.has(file))
const stale = [...wanted].filter(([file, text]) => {
  const path = join(pages, file)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
})
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.log(`docs/providers/${file} is out of date.`)
  for (const file of stray) console.log(`docs/providers/${file} belongs to no provider.`)
  if (stale.length + stray.length > 0) {
    console.log('\n`node tools/provider-docs.mjs` writes them anew.')
    process.exitCode = 1
  }
} else {
  mkdirSync(pages, { recursive: true })
  for (const file of stray) rmSync(join(pages, file))
  for (const [file, text] of stale) writeFileSync(join(pages, file), text)
}
console.log(`${wanted.size - 2} platforms.`)
