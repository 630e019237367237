import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The programs that some tests run for real. Tests start their own servers, on free ports with
 * temporary data; nothing here is ever a running system service.
 *
 * @typedef {'Chromium' | 'ZBar' | 'oathtool' | 'PostgreSQL' | 'PgBouncer' | 'MariaDB' | 'Redis' | 'nginx' | 'Caddy' | 'Apache' | 'HAProxy'} ProgramName
 *
 * @typedef {object} Program
 * @property {ProgramName} name
 * @property {'servers' | 'browsers'} suite the tests that need it
 * @property {string[]} binaries any one of these is enough
 * @property {string[]} packages the Debian packages that bring it; the first that can be had is enough
 * @property {string} tests what is skipped without it
 */

/** @type {readonly Program[]} */
export const programs = [
  {
    name: 'Chromium',
    suite: 'browsers',
    // Without windows to draw, it needs half of the time. Some distributions have only the whole one.
    binaries: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    packages: ['chromium-headless-shell', 'chromium'],
    tests: 'browser tests',
  },
  {
    name: 'ZBar',
    suite: 'browsers',
    binaries: ['zbarimg'],
    packages: ['zbar-tools'],
    tests: 'reading of QR codes as a camera does',
  },
  {
    name: 'oathtool',
    suite: 'browsers',
    binaries: ['oathtool'],
    packages: ['oathtool'],
    tests: 'codes of an authenticator app by another program',
  },
  {
    name: 'PostgreSQL',
    suite: 'servers',
    binaries: ['postgres'],
    packages: ['postgresql'],
    tests: 'PostgreSQL storage tests',
  },
  {
    name: 'PgBouncer',
    suite: 'servers',
    binaries: ['pgbouncer'],
    packages: ['pgbouncer'],
    tests: 'PgBouncer storage tests',
  },
  {
    name: 'MariaDB',
    suite: 'servers',
    binaries: ['mariadbd'],
    packages: ['mariadb-server'],
    tests: 'MariaDB storage tests',
  },
  {
    name: 'Redis',
    suite: 'servers',
    binaries: ['redis-server'],
    packages: ['redis-server'],
    tests: 'Redis storage tests',
  },
  {
    name: 'nginx',
    suite: 'servers',
    binaries: ['nginx'],
    packages: ['nginx-light', 'nginx'],
    tests: 'tests behind nginx',
  },
  {
    name: 'Caddy',
    suite: 'servers',
    binaries: ['caddy'],
    packages: ['caddy'],
    tests: 'tests behind Caddy',
  },
  {
    name: 'Apache',
    suite: 'servers',
    binaries: ['apache2', 'httpd'],
    packages: ['apache2-bin'],
    tests: 'tests behind Apache',
  },
  {
    name: 'HAProxy',
    suite: 'servers',
    binaries: ['haproxy'],
    packages: ['haproxy'],
    tests: 'tests behind HAProxy',
  },
]

/**
 * The full path of an executable (`chromium`, `postgres`, `initdb`, `mariadb-install-db` …), or
 * undefined when this machine has none of that name.
 *
 * @param {string} binary
 * @returns {string | undefined}
 */
export function locate(binary) {
  return searchPath()
    .map((folder) => join(folder, binary))
    .find(isExecutable)
}

/**
 * The full path of a program of the table, or undefined when it is not installed.
 *
 * @param {ProgramName} name
 * @returns {string | undefined}
 */
export function available(name) {
  const program = programs.find((each) => each.name === name)
  if (!program) throw new Error(`${name} is not a program of tools/available.mjs`)
  return program.binaries.map(locate).find((path) => path !== undefined)
}

/**
 * The line for a program that is absent: which tests cannot run, and the remedy.
 *
 * @param {Program} program
 * @returns {string}
 */
export function skipped({ name, packages: [first], tests }) {
  return `SKIPPED: ${tests} (no ${name}: apt-get install ${first})`
}

function searchPath() {
  const path = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return [...path, '/usr/sbin', '/usr/local/sbin', ...postgresFolders()]
}

// Debian keeps PostgreSQL's server programs off the PATH, one folder per major version.
function postgresFolders() {
  const base = '/usr/lib/postgresql'
  return list(base)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(base, version, 'bin'))
}

/** @param {string} folder */
function list(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
