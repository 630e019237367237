// `npm run release -- --dry-run [folder]` makes everything that is published, into `release/`: the
// packed packages (this one, and those of the workspace in the same version), what is in each
// (CycloneDX), and their checksums. Without --dry-run it also publishes, and only the publishing
// workflow may do that.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createSbom } from './release/sbom.mjs'
import { obstacles, outOfStep } from './release/workflow.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean', default: false } },
})
const root = positionals[0] ?? fileURLToPath(new URL('..', import.meta.url))
const out = join(root, 'release')

/** @param {string} file */
function json(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8'))
}

/**
 * @param {string} program
 * @param {...string} options
 */
function run(program, ...options) {
  return execFileSync(program, options, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** @param {string} file */
function sha256(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Empties the folder. It ignores itself, so that nothing of a release can be committed. */
function makeRoom() {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)
  writeFileSync(join(out, '.gitignore'), '*\n')
}

/**
 * @typedef {object} Packed
 * @property {string} filename
 * @property {number} unpackedSize
 * @property {{ path: string }[]} files
 */

/**
 * Packs the package in a folder.
 *
 * @param {string} folder
 * @returns {Packed}
 */
function pack(folder) {
  // Built a moment ago; the scripts would test everything once more.
  const options = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', out]
  return JSON.parse(run('npm', 'pack', `./${folder}`, ...options))[0]
}

/** The moment of the commit, not of this run: whoever repeats it gets the same files. */
function committed() {
  return new Date(run('git', 'log', '-1', '--format=%cI').trim()).toISOString()
}

/**
 * Writes what is in a package beside it, and tells it.
 *
 * @param {string} folder
 * @param {Packed} packed
 * @returns {string} the lines of the checksums
 */
function describe(folder, { filename, files, unpackedSize }) {
  const manifest = json(join(folder, 'package.json'))
  const bom = filename.replace(/\.tgz$/, '.cdx.json')
  const tarball = sha256(join(out, filename))
  const lock = json('package-lock.json')
  const inputs = { manifest, lock, sha256: tarball, timestamp: committed() }
  const content = createSbom({ ...inputs, place: folder })
  writeFileSync(join(out, bom), `${JSON.stringify(content, null, 2)}\n`)
  const kilobytes = Math.round(unpackedSize / 1000)
  console.log(`${manifest.name} ${manifest.version}: ${files.length} files, ${kilobytes} kB\n`)
  for (const { scope, purl } of content.components) console.log(`  ${scope}  ${purl}`)
  console.log()
  return [filename, bom].map((file) => `${sha256(join(out, file))}  ${file}\n`).join('')
}

function main() {
  const isDry = values['dry-run']
  const manifest = json('package.json')
  const folders = ['', ...globSync(manifest.workspaces ?? [], { cwd: root }).sort()]
  const problems = [
    ...outOfStep(folders.map((folder) => json(join(folder, 'package.json')))),
    ...(isDry ? [] : obstacles(manifest, process.env)),
  ]
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    process.exitCode = 1
    return
  }
  makeRoom()
  run('npm', 'run', '--silent', 'build')
  const packed = folders.map((folder) => ({ folder, packed: pack(folder) }))
  const sums = packed.map(({ folder, packed }) => describe(folder, packed)).join('')
  writeFileSync(join(out, 'SHA256SUMS'), sums)
  console.log(sums)
  // Whoever has the first looks for the others, so they are there before.
  for (const { packed: one } of packed.toReversed()) {
    const command = ['publish', `./release/${one.filename}`, '--provenance', '--access', 'public']
    console.log(`npm ${command.join(' ')}`)
    if (!isDry) console.log(run('npm', ...command))
  }
  if (isDry) console.log('A dry run: nothing was published.')
}

main()
