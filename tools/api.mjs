// The report of the public API, read from the sources of every door: `node tools/api.mjs [folder]` writes docs/api.md, `--check`
// says which names have changed since.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changes } from './api/changes.mjs'
import { readDoors } from './api/doors.mjs'
import { readApi } from './api/read.mjs'
import { report } from './api/report.mjs'

const own = fileURLToPath(new URL('..', import.meta.url))
const root = resolve(process.argv.slice(2).find((argument) => !argument.startsWith('-')) ?? own)

const doors = readDoors(root)
const file = join(root, 'docs', 'api.md')
const found = existsSync(file) ? readFileSync(file, 'utf8') : ''
const wanted = report(readApi(doors))
if (!process.argv.includes('--check')) {
  mkdirSync(join(root, 'docs'), { recursive: true })
  writeFileSync(file, wanted)
} else if (found !== wanted) {
  for (const line of changes(found, wanted)) console.log(line)
  console.log('docs/api.md is out of date: `npm run generate` writes it anew.')
  process.exitCode = 1
}
console.log(`${doors.length} doors.`)
