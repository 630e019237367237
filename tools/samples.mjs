// What the emulator knows of platforms that it has no file for: `node tools/samples.mjs` writes
// src/emulator/platforms/documented/samples.ts from src/providers/*.sample.json, `--check` says whether it is up to date.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as providers from '../src/providers/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const samples = join(root, 'src/providers')
const ending = '.sample.json'
const target = join(root, 'src/emulator/platforms/documented/samples.ts')

const catalogue = new Map(
  Object.values(providers)
    .map((make) => Reflect.apply(make, undefined, [{}]))
    .map((provider) => [provider.id, provider]),
)

const rows = readdirSync(samples)
  .filter((file) => file.endsWith(ending))
  .map((file) => file.slice(0, -ending.length))
  // The generic ones are whatever server an application has; there is no such platform to play.
  .filter(
    (id) =>
      !id.startsWith('generic-') && !existsSync(join(root, `src/emulator/platforms/${id}.ts`)),
  )
  .sort()
  .map((id) => {
    const { source, evidence, ...sample } = JSON.parse(
      readFileSync(join(samples, id + ending), 'utf8'),
    )
    // What the library makes of these is for the tests: the people who are played are others.
    const { image, emailVerified, ...user } = sample.user
    sample.user = user
    const { name, provides } = catalogue.get(id) ?? {}
    return { id, platform: { name, offline: provides?.refreshToken ?? false, sample } }
  })

const wanted = `// Written by tools/samples.mjs from src/providers/*.sample.json.

/** The samples of the platforms' documentation, as JSON: one is parsed when its platform is first played. */
export const samples: Readonly<Record<string, string>> = {
${rows
  .map(
    ({ id, platform }) =>
      `  // biome-ignore format: one line is one platform\n  '${id}': ${quoted(JSON.stringify(platform))},`,
  )
  .join('\n')}
}
`

/**
 * JSON is full of quotes; between these it needs no further ones.
 *
 * @param {string} text
 */
function quoted(text) {
  return `\`${text.replaceAll(/[\\`]|\$\{/g, '\\$&')}\``
}

const fresh = existsSync(target) && readFileSync(target, 'utf8') === wanted
if (!process.argv.includes('--check')) writeFileSync(target, wanted)
else if (!fresh) {
  console.log(
    'src/emulator/platforms/documented/samples.ts is out of date: `node tools/samples.mjs` writes it anew.',
  )
  process.exitCode = 1
}
console.log(`${rows.length} platforms are played from their samples.`)
