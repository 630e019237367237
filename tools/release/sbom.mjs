import { createHash } from 'node:crypto'
import { closure, look, read, resolve } from './lock.mjs'

/** @import { Found, Lock } from './lock.mjs' */

/**
 * The part of package.json that is told.
 *
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {string} license
 * @property {string} [description]
 * @property {unknown} [repository]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/** @typedef {{ alg: string, content: string }} Hash */

/**
 * @typedef {object} Component
 * @property {'library'} type
 * @property {string} bom-ref
 * @property {string} name
 * @property {string} [group]
 * @property {string} [version]
 * @property {string} [description]
 * @property {'required' | 'optional'} [scope]
 * @property {Hash[]} [hashes]
 * @property {object[]} [licenses]
 * @property {string} purl
 * @property {{ name: string, value: string }[]} [properties]
 */

/** The names of npm's hashes in CycloneDX. */
const algorithms = new Map([
  ['sha1', 'SHA-1'],
  ['sha256', 'SHA-256'],
  ['sha384', 'SHA-384'],
  ['sha512', 'SHA-512'],
])

/**
 * What is in the package, as CycloneDX 1.6 has it: the package itself, everything that is installed with it, and the peers that an application may add. The same package gives the same document.
 *
 * @param {object} input
 * @param {Manifest} input.manifest
 * @param {Lock} input.lock
 * @param {string} input.sha256 of the packed package
 * @param {string} input.timestamp when its sources were committed
 * @param {string} [input.place] of the package in the lock file, where it is not the first
 */
export function createSbom({ manifest, lock, sha256, timestamp, place = '' }) {
  const installed = closure(lock, Object.keys(manifest.dependencies ?? {}), place)
  const peers = peersOf(manifest, lock, installed)
  const itself = describePackage(manifest, sha256)
  const direct = Object.keys(manifest.dependencies ?? {}).map((name) => resolve(lock, place, name))
  const content = {
    metadata: {
      timestamp,
      lifecycles: [{ phase: 'build' }],
      component: itself,
    },
    components: [...once(installed).map((one) => describe(one, 'required')), ...peers],
    // A peer stands in no line of its own: what it brings along depends on the version that the
    // application chooses, and a component without a line has dependencies that are not known.
    dependencies: [
      { ref: itself.purl, dependsOn: [...purls(lock, direct), ...peers.map((one) => one.purl)] },
      ...once(installed).map((one) => {
        const needs = installed.filter((other) => purl(other) === purl(one))
        return {
          ref: purl(one),
          dependsOn: purls(
            lock,
            needs.flatMap((copy) => copy.needs),
          ),
        }
      }),
    ],
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuid(JSON.stringify(content))}`,
    version: 1,
    ...content,
  }
}

/**
 * A package may lie in several places, even in the same version; it is told once.
 *
 * @param {Found[]} installed
 */
function once(installed) {
  return [...new Map(installed.map((one) => [purl(one), one])).values()]
}

/**
 * @param {Lock} lock
 * @param {string[]} places
 */
function purls(lock, places) {
  return [...new Set(places.map((place) => purl(read(lock, place))))].sort()
}

/**
 * The peers, in the version that our own tests use, with the versions that are allowed. One that only tests of frameworks install has
 * no version here.
 *
 * @param {Manifest} manifest
 * @param {Lock} lock
 * @param {Found[]} installed
 * @returns {Component[]}
 */
function peersOf({ peerDependencies = {}, peerDependenciesMeta = {} }, lock, installed) {
  const places = new Set(installed.map(({ place }) => place))
  return Object.entries(peerDependencies).flatMap(([name, range]) => {
    const isOptional = peerDependenciesMeta[name]?.optional
    const place = isOptional ? look(lock, '', name) : resolve(lock, '', name)
    if (place && places.has(place)) return []
    const properties = [{ name: 'npm:peerDependency', value: range }]
    const scope = isOptional ? 'optional' : 'required'
    const told = place ? describe(read(lock, place), scope) : describeAbsent(name)
    return [{ ...told, properties }]
  })
}

/**
 * @param {Manifest} manifest
 * @param {string} sha256
 * @returns {Component}
 */
function describePackage({ name, version, license, description }, sha256) {
  const own = purl({ name, locked: { version } })
  return {
    type: 'library',
    'bom-ref': own,
    ...namesOf(name),
    version,
    ...(description && { description }),
    hashes: [{ alg: 'SHA-256', content: sha256 }],
    licenses: licences(license),
    purl: own,
  }
}

/**
 * @param {Found} found
 * @param {'required' | 'optional'} scope
 * @returns {Component}
 */
function describe(found, scope) {
  const { name, locked } = found
  if (!locked.license) throw new Error(`${name} has no licence in package-lock.json`)
  if (!locked.integrity) throw new Error(`${name} has no integrity in package-lock.json`)
  return {
    type: 'library',
    'bom-ref': purl(found),
    ...namesOf(name),
    version: locked.version,
    scope,
    hashes: hashes(locked.integrity),
    licenses: licences(locked.license),
    purl: purl(found),
  }
}

/**
 * @param {string} name
 * @returns {Component}
 */
function describeAbsent(name) {
  const ref = purl({ name })
  return { type: 'library', 'bom-ref': ref, ...namesOf(name), scope: 'optional', purl: ref }
}

/** @param {string} name */
function namesOf(name) {
  const [scope, rest] = name.split('/')
  return rest === undefined ? { name } : { group: scope ?? '', name: rest }
}

/**
 * A package URL: the scope's @ is encoded, its slash is not.
 *
 * @param {{ name: string, locked?: { version: string } }} found
 */
function purl({ name, locked }) {
  const version = locked ? `@${encodeURIComponent(locked.version)}` : ''
  return `pkg:npm/${name.replace('@', '%40')}${version}`
}

/**
 * Subresource integrity (base64, several in a row) as CycloneDX has hashes (hexadecimal).
 *
 * @param {string} integrity
 * @returns {Hash[]}
 */
function hashes(integrity) {
  return integrity.split(/\s+/).flatMap((one) => {
    const [algorithm = '', value = ''] = one.split(/-(.*)/)
    const alg = algorithms.get(algorithm)
    return alg ? [{ alg, content: Buffer.from(value, 'base64').toString('hex') }] : []
  })
}

/**
 * One SPDX licence, an expression of several, or words.
 *
 * @param {string} license
 */
function licences(license) {
  if (/^[\w.+-]+$/.test(license) && license !== 'UNLICENSED') return [{ license: { id: license } }]
  if (/ (OR|AND|WITH) /.test(license)) return [{ expression: license }]
  return [{ license: { name: license } }]
}

/**
 * An id in the form of RFC 9562 §5.8 that follows from the content.
 *
 * @param {string} content
 */
function uuid(content) {
  const hex = createHash('sha256').update(content).digest('hex')
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16)
  const third = `8${hex.slice(13, 16)}`
  const fourth = variant + hex.slice(17, 20)
  return [hex.slice(0, 8), hex.slice(8, 12), third, fourth, hex.slice(20, 32)].join('-')
}
