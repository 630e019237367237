// The measured tables of docs/compare: `node tools/comparison.mjs` writes them from docs/bench/latest.json, `--check` says whether
// they are up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The words of a row, the measure it is taken from, and how its rows are called there. */
const rows = [
  ['read a session in code', 'read', 'Portico', 'Auth.js', 'Better Auth'],
  ['answer `GET /session`, encrypted cookie', 'check', 'Portico', 'Auth.js', 'Better Auth'],
  ['answer `GET /session`, session in SQLite', 'database', 'Portico', 'Auth.js', 'Better Auth'],
  ['start a sign-in', 'start', 'Portico', 'Auth.js', 'Better Auth'],
  [
    'a whole sign-in, without its requests to the platform',
    'sign-in',
    'Portico',
    'Auth.js',
    'Better Auth',
  ],
  [
    'import and set up',
    'start-up',
    'Portico, 1 provider',
    'Auth.js, 1 provider',
    'Better Auth, 1 provider',
  ],
  [
    'bundle loaded at start, gzipped',
    'bundle',
    'Portico: loaded at start',
    'Auth.js: loaded at start',
    'Better Auth: loaded at start',
  ],
  [
    'bundle with everything, gzipped',
    'bundle',
    'Portico: everything',
    'Auth.js: everything',
    'Better Auth: everything',
  ],
  ['installed', 'installed', 'Portico', '@auth/core', 'better-auth'],
]

/** @type {{ machine: { versions: Record<string, string> }, measures: { id: string, unit: string, rows: { name: string, value: number }[] }[] }} */
const { machine, measures } = JSON.parse(readFileSync(join(root, 'docs/bench/latest.json'), 'utf8'))

/**
 * @param {string} id
 * @param {string} name
 */
function value(id, name) {
  const measure = measures.find((each) => each.id === id)
  const row = measure?.rows.find((each) => each.name === name || each.name.startsWith(`${name}, `))
  if (!measure || !row) throw new Error(`The benchmark has no ${name} in ${id}`)
  const digits = row.value >= 100 ? 0 : 1
  return `${row.value.toLocaleString('en', { maximumFractionDigits: digits })} ${measure.unit}`
}

/** @param {string} name */
function version(name) {
  const found = machine.versions[name]
  if (!found) throw new Error(`The benchmark has no version of ${name}`)
  return found
}

/**
 * @param {string} title
 * @param {2 | 3} column
 * @param {string} dependency
 */
function table(title, column, dependency) {
  const lines = rows.map((row) => {
    const [words = '', id = '', ours = ''] = row
    return `| ${words} | ${value(id, ours)} | ${value(id, row[column + 1] ?? '')} |`
  })
  return `| | Portico ${version('porticojs')} | ${title} ${version(dependency)} |
|---|---:|---:|
${lines.join('\n')}`
}

const pages = [
  { file: 'docs/compare/authjs.md', text: table('Auth.js', 2, '@auth/core') },
  { file: 'docs/compare/better-auth.md', text: table('Better Auth', 3, 'better-auth') },
]
for (const { file, text } of pages) {
  const found = readFileSync(join(root, file), 'utf8')
  const wanted = found.replace(
    /(<!-- measured -->\n\n)[\s\S]*?(\n\n<!-- \/measured -->)/,
    `$1${text}$2`,
  )
  if (found === wanted) continue
  if (!process.argv.includes('--check')) writeFileSync(join(root, file), wanted)
  else {
    console.log(`${file} is out of date: \`node tools/comparison.mjs\` writes it anew.`)
    process.exitCode = 1
  }
}
console.log(`${pages.length} comparisons.`)
