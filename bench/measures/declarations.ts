import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atMost, type Measure } from '../result.ts'

const here = join(import.meta.dirname, '..')
const compiler = join(here, '../node_modules/typescript/bin/tsc')

/** Declaration files that a compiler and an editor read for one import. Portico's are those of the installation that was made before. */
export function measureDeclarations(installation: string): Measure {
  const places = [
    { name: 'Portico', folder: installation, module: 'porticojs' },
    { name: 'Auth.js', folder: join(here, 'node_modules/.cache'), module: '@auth/core' },
    { name: 'Better Auth', folder: join(here, 'node_modules/.cache'), module: 'better-auth' },
  ]
  const rows = places.map(({ name, folder, module }) => ({ name, value: readFor(module, folder) }))
  return {
    id: 'declarations',
    title: 'Declaration files read for `import` of the library',
    unit: 'files',
    rows,
    missing: [],
    verdicts: [atMost('≤ 150 files', rows[0]?.value ?? Number.NaN, 150, 'files')],
  }
}

/** What the compiler lists, without its own files and the one that imports. */
function readFor(module: string, folder: string): number {
  const place = join(folder, `declarations-${module.replaceAll(/\W/g, '')}`)
  mkdirSync(place, { recursive: true })
  const compilerOptions = { module: 'nodenext', target: 'es2023', noEmit: true, types: [] }
  writeFileSync(join(place, 'app.ts'), `import '${module}'\n`)
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }))
  const options = [compiler, '--project', place, '--listFilesOnly']
  const output = execFileSync(process.execPath, options, { encoding: 'utf8' })
  const read = output.split('\n').filter((file) => !/typescript[/\\]lib|app\.ts$|^$/.test(file))
  if (read.length === 0) throw new Error(`The compiler found no ${module}`)
  return read.length
}
