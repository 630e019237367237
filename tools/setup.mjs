// Makes `npm start`, `npm test`, `npm run test:servers` and the other commands work on a fresh clone: installs what is absent and nothing
// else. Plain JavaScript for any Node >= 18, because it runs before Node 24 is there.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { available, locate, programs, skipped } from './available.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What each command needs before it can run. */
const needs = {
  start: [packages, pinnedNode],
  test: [packages, pinnedNode, sitePackages],
  servers: [packages, pinnedNode, databaseServers],
  browsers: [packages, pinnedNode, browserPrograms],
  package: [packages, pinnedNode],
  site: [packages, pinnedNode, sitePackages, chromium],
  frameworks: [packages, pinnedNode, databaseServers, chromium],
  all: [packages, pinnedNode, sitePackages, databaseServers, browserPrograms],
  docs: [packages, pinnedNode, sitePackages],
  bench: [packages, pinnedNode, benchPackages],
}

/** So often somebody who waits is told how far it is, in milliseconds. */
const progressInterval = 3_000

const purpose = process.argv[2] ?? 'start'
for (const need of needs[/** @type {keyof typeof needs} */ (purpose)]) await need()

async function packages() {
  await install(root)
}

async function sitePackages() {
  await install(join(root, 'site'))
}

async function benchPackages() {
  await install(join(root, 'bench'))
}

/** @param {string} folder */
async function install(folder) {
  if (isInstalled(folder)) return
  console.log('Installing packages (once) …')
  // Not `npm ci`: it refuses a lockfile that lacks a package for some other operating system, which
  // a registry that does not carry them all produces. This installs the locked versions as well.
  const options = [
    'install',
    '--no-save',
    '--include=dev',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  // A registry that is busy for a moment is asked again.
  for (let attempt = 1; (await npm(options, folder)) !== 0; attempt++) {
    if (attempt === 3) fail(`npm install failed (${folder}). Its message stands above.`)
  }
}

/**
 * Runs npm and tells how far it is; says how it ended.
 *
 * @param {string[]} options
 * @param {string} folder
 */
async function npm(options, folder) {
  // Run by npm, this is npm's own program file; it spares a shell.
  const program = process.env.npm_execpath
  const child = spawn(
    program ? process.execPath : 'npm',
    program ? [program, ...options] : options,
    { cwd: folder, stdio: 'inherit', shell: !program && process.platform === 'win32' },
  )
  const progress = setInterval(() => console.log(`  ${installedSoFar(folder)} …`), progressInterval)
  const status = await new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', resolve)
  })
  clearInterval(progress)
  return status
}

/**
 * How far npm is: it makes the folders first, and fills them as packages arrive.
 *
 * @param {string} folder
 */
function installedSoFar(folder) {
  const wanted = Object.keys(lockedPackages(join(folder, 'package-lock.json'))).filter(Boolean)
  const found = wanted.filter((path) => existsSync(join(folder, path, 'package.json')))
  return `${found.length} of ${wanted.length} packages`
}

/**
 * npm leaves a record of what it put into node_modules there; it is compared with the lockfile, so
 * an interrupted or outdated installation is noticed however it came about.
 *
 * @param {string} folder
 */
function isInstalled(folder) {
  const wanted = lockedPackages(join(folder, 'package-lock.json'))
  const found = lockedPackages(join(folder, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      (found[path] ? found[path].integrity === entry.integrity : entry.optional === true),
  )
}

/**
 * @param {string} file
 * @returns {Record<string, { integrity?: string, optional?: boolean }>}
 */
function lockedPackages(file) {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')).packages ?? {}) : {}
}

function pinnedNode() {
  const wanted = `v${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies.node}`
  const node = join(root, 'node_modules', '.bin', 'node')
  const found = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (found === wanted) return
  fail(
    `This project runs on Node ${wanted}, which the npm package "node" brings, but ` +
      `node_modules/.bin/node ${found ? `is ${found}` : 'does not run'}.\n` +
      'Its install script has probably been blocked. Allow it once with:\n' +
      '  npm rebuild node --ignore-scripts=false',
  )
}

function databaseServers() {
  installPrograms(programs.filter(({ suite }) => suite === 'servers'))
}

function chromium() {
  installPrograms(programs.filter(({ name }) => name === 'Chromium'))
}

function browserPrograms() {
  installPrograms(programs.filter(({ suite }) => suite === 'browsers'))
}

/** @param {readonly import('./available.mjs').Program[]} wanted */
function installPrograms(wanted) {
  const absent = wanted.filter((program) => !available(program.name))
  if (absent.length === 0) return
  if (process.getuid?.() === 0 && locate('apt-get')) withoutServices(() => aptInstall(absent))
  for (const program of absent) {
    if (!available(program.name)) console.log(skipped(program))
  }
}

/** @param {import('./available.mjs').Program[]} absent */
function aptInstall(absent) {
  if (!apt(['update'], 120)) return
  for (const program of absent) {
    console.log(`Installing ${program.name} (once) …`)
    program.packages.some((name) => apt(['install', '-y', '--no-install-recommends', name], 480))
  }
}

/**
 * @param {string[]} command
 * @param {number} seconds
 */
function apt(command, seconds) {
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=2']
  const result = spawnSync('apt-get', [...patience, '-qq', ...command], {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: seconds * 1000,
  })
  if (result.status === 0) return true
  const reason = result.error?.message ?? result.stderr.trim().split('\n').slice(-5).join('\n')
  console.log(`apt-get ${command.join(' ')} failed: ${reason}`)
  return false
}

/**
 * Debian starts a server as soon as its package is installed, unless policy-rc.d forbids it.
 *
 * @param {() => void} work
 */
function withoutServices(work) {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return work()
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    work()
  } finally {
    rmSync(policy, { force: true })
  }
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
