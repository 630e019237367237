// The doors of the package, derived from the tree: `node tools/exports.mjs [folder] [--write]` checks
// that package.json lists exactly these, or makes it so.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
})
const root = positionals[0] ?? fileURLToPath(new URL('..', import.meta.url))

/**
 * One row per kind of door: its source below `src/`, and the name under which users import it. A
 * star stands for any file name; `each` writes one line per file, where a pattern cannot be used.
 * What several doors share stands in a folder of its own.
 */
const rows = [
  { source: 'index', door: '.' },
  { source: 'testing', door: './testing' },
  { source: 'passwords', door: './passwords' },
  { source: 'jwt', door: './jwt' },
  { source: 'method', door: './method' },
  { source: 'parts/*', door: './parts/*' },
  { source: 'client/index', door: './client' },
  { source: 'client/access-tokens', door: './client/access-tokens' },
  { source: 'client/altcha', door: './client/altcha' },
  { source: 'client/change-email', door: './client/change-email' },
  { source: 'client/jwt', door: './client/jwt' },
  { source: 'client/native', door: './client/native' },
  { source: 'client/passkey', door: './client/passkey' },
  { source: 'client/password', door: './client/password' },
  { source: 'client/second-factor', door: './client/second-factor' },
  { source: 'client/bindings/*', door: './*', each: true },
  { source: 'emulator/index', door: './emulator' },
  { source: 'development/index', door: './development' },
  { source: 'inspector/index', door: './inspector' },
  { source: 'frameworks/*', door: './*', each: true },
  { source: 'authjs/index', door: './authjs' },
  { source: 'authjs/express', door: './authjs/express' },
  { source: 'authjs/sveltekit', door: './authjs/sveltekit' },
  { source: 'authjs/next-auth', door: './next-auth' },
  { source: 'authjs/next-auth/jwt', door: './next-auth/jwt' },
  { source: 'authjs/next-auth/middleware', door: './next-auth/middleware' },
  { source: 'authjs/next-auth/next', door: './next-auth/next' },
  { source: 'authjs/next-auth/react', door: './next-auth/react' },
  { source: 'providers/index', door: './providers' },
  { source: 'providers/*', door: './providers/*' },
  { source: 'languages/*', door: './languages/*' },
  { source: 'storage/adapter', door: './storage/adapter' },
  { source: 'storage/sql', door: './storage/sql' },
  { source: 'storage/sqlite', door: './storage/sqlite' },
  { source: 'storage/postgres', door: './storage/postgres' },
  { source: 'storage/mysql', door: './storage/mysql' },
  { source: 'storage/kysely', door: './storage/kysely' },
  { source: 'storage/d1', door: './storage/d1' },
  { source: 'storage/redis', door: './storage/redis' },
  { source: 'storage/memory', door: './storage/memory' },
]

/** The programs of the package. */
const programs = { porticojs: 'cli/main' }

/**
 * The `exports` of package.json: every door whose source exists, types first.
 *
 * @returns {Record<string, string | { types: string, default: string }>}
 */
function exportsOfTree() {
  const doors = rows.flatMap(({ source, door, each }) => {
    const files = match(source)
    if (files.length === 0) return []
    return each ? files.map((file) => [door.replace('*', base(file)), file]) : [[door, source]]
  })
  return Object.fromEntries([
    ...doors.map(([door, file]) => [
      door,
      { types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` },
    ]),
    ['./package.json', './package.json'],
  ])
}

/**
 * The `bin` of package.json.
 *
 * @returns {Record<string, string>}
 */
function programsOfTree() {
  const present = Object.entries(programs).filter(([, source]) => match(source).length > 0)
  return Object.fromEntries(present.map(([name, source]) => [name, `dist/${source}.js`]))
}

/**
 * The files below `src/` that a source names, without their extension.
 *
 * @param {string} source
 */
function match(source) {
  if (!source.endsWith('/*')) return existsSync(join(root, 'src', `${source}.ts`)) ? [source] : []
  const folder = source.slice(0, -2)
  const path = join(root, 'src', folder)
  return (existsSync(path) ? readdirSync(path) : [])
    .filter((file) => file.endsWith('.ts') && file !== 'index.ts')
    .sort()
    .map((file) => `${folder}/${file.slice(0, -3)}`)
}

/** @param {string} file */
function base(file) {
  return file.split('/').at(-1) ?? file
}

function main() {
  const file = join(root, 'package.json')
  const found = JSON.parse(readFileSync(file, 'utf8'))
  const wanted = { bin: programsOfTree(), exports: exportsOfTree() }
  if (values.write) {
    writeFileSync(file, `${JSON.stringify({ ...found, ...wanted }, null, 2)}\n`)
    return
  }
  const problems = [
    ...differences('bin', found.bin ?? {}, wanted.bin),
    ...differences('exports', found.exports ?? {}, wanted.exports),
  ]
  for (const problem of problems) console.log(problem)
  if (problems.length > 0) {
    console.log('\n`npm run exports -- --write` makes package.json agree with src/.')
    process.exit(1)
  }
  console.log(`${Object.keys(wanted.exports).length} doors, each with a source.`)
}

/**
 * @param {string} field
 * @param {Record<string, unknown>} found
 * @param {Record<string, unknown>} wanted
 */
function differences(field, found, wanted) {
  const same = (/** @type {string} */ door) =>
    JSON.stringify(found[door]) === JSON.stringify(wanted[door])
  return [...new Set([...Object.keys(found), ...Object.keys(wanted)])]
    .filter((door) => !same(door))
    .map((door) =>
      door in wanted
        ? `package.json: ${field} lacks "${door}": ${JSON.stringify(wanted[door])}`
        : `package.json: ${field} has "${door}", but src/ has nothing for it`,
    )
}

main()
