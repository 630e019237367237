import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installedVersion } from '../../application/installed-version.ts'
import type { Application } from '../../application.ts'
import { ownManifest } from '../../version.ts'
import { type Check, type Finding, problem, warning } from '../check.ts'

/** Checks that the versions of Node, of this library and of the packages that it works with fit together. */
export const versions: Check<Application> = {
  name: 'versions',
  look: ({ folder }) => [...node(), ...copies(folder), ...peers(folder)],
}

function node(): Finding[] {
  const wanted = ownManifest().engines.node
  if (isAtLeast(process.versions.node, wanted)) return []
  return [
    problem(`This is Node ${process.versions.node}, and Portico needs ${wanted}`, 'Update Node.'),
  ]
}

/** Two versions of the library in one application may read each other's cookies and tables differently. */
function copies(folder: string): Finding[] {
  const found = new Map(
    [ownManifest().version, ...installedVersions(folder)].map((version) => [version, version]),
  )
  if (found.size < 2) return []
  return [
    problem(
      `There are several versions of Portico: ${[...found.keys()].sort().join(', ')}`,
      'Run `npm ls porticojs` to see who brings them, and update until one is left (`npm dedupe`).',
    ),
  ]
}

function installedVersions(folder: string): string[] {
  const modules = folders(folder)
    .map((each) => join(each, 'node_modules'))
    .filter((each) => existsSync(each))
  const nested = modules.flatMap((each) =>
    packages(each).map((name) => join(each, name, 'node_modules')),
  )
  return [...modules, ...nested]
    .map((each) => join(each, 'porticojs', 'package.json'))
    .filter((file) => existsSync(file))
    .map(versionIn)
}

/** The packages in `node_modules`; some are in the folder of their scope. */
function packages(modules: string): string[] {
  return readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(modules, name)).map((one) => join(name, one)) : name,
  )
}

function peers(folder: string): Finding[] {
  return Object.entries(ownManifest().peerDependencies).flatMap(([name, wanted]) => {
    const version = installedVersion(folder, name)
    if (!version || isAtLeast(version, wanted)) return []
    return [
      warning(
        `${name} is ${version}, and Portico works with ${wanted}`,
        `Run \`npm install ${name}@latest\`.`,
      ),
    ]
  })
}

/** A folder and its parents, in which Node looks for packages. */
function folders(folder: string): string[] {
  const outer = dirname(folder)
  return outer === folder ? [folder] : [folder, ...folders(outer)]
}

function versionIn(file: string): string {
  return String(JSON.parse(readFileSync(file, 'utf8')).version)
}

/** True if a version is at least the one of `>=22.12`. */
function isAtLeast(version: string, wanted: string): boolean {
  const [have, need] = [version, wanted].map((text) =>
    text
      .replace(/^\D+/, '')
      .split('.')
      .map((part) => Number.parseInt(part, 10)),
  )
  for (const [index, least] of (need ?? []).entries()) {
    const part = have?.[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}
