/**
 * What package-lock.json says of one package.
 *
 * @typedef {object} Locked
 * @property {string} version
 * @property {string} [integrity]
 * @property {string} [license]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/**
 * @typedef {object} Lock
 * @property {number} lockfileVersion
 * @property {Record<string, Locked>} packages by place, such as `node_modules/a/node_modules/b`
 */

/**
 * A package that comes along, and what it brings along itself.
 *
 * @typedef {object} Found
 * @property {string} name
 * @property {string} place
 * @property {Locked} locked
 * @property {string[]} needs the places of what it depends on
 */

/**
 * The packages that somebody gets who installs these, each once, in the order of their names.
 *
 * @param {Lock} lock
 * @param {string[]} names
 * @param {string} from the place of the package that names them
 * @returns {Found[]}
 */
export function closure(lock, names, from) {
  /** @type {Map<string, Found>} */
  const found = new Map()
  const open = names.map((name) => resolve(lock, from, name))
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (found.has(place)) continue
    const one = read(lock, place)
    found.set(place, one)
    open.push(...one.needs)
  }
  return [...found.values()].sort((a, b) => (a.place < b.place ? -1 : 1))
}

/**
 * @param {Lock} lock
 * @param {string} place
 * @returns {Found}
 */
export function read(lock, place) {
  const locked = lock.packages[place]
  if (!locked) throw new Error(`package-lock.json has nothing at ${place}`)
  const needs = Object.keys(locked.dependencies ?? {}).map((name) => resolve(lock, place, name))
  // What is optional is absent where the operating system or somebody's wish left it out.
  const wishes = Object.keys(locked.optionalDependencies ?? {}).flatMap(
    (name) => look(lock, place, name) ?? [],
  )
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  return { name, place, locked, needs: [...new Set([...needs, ...wishes])].sort() }
}

/**
 * Where Node finds a package, seen from another one.
 *
 * @param {Lock} lock
 * @param {string} from
 * @param {string} name
 * @returns {string}
 */
export function resolve(lock, from, name) {
  const place = look(lock, from, name)
  if (place) return place
  throw new Error(`package-lock.json lacks ${name}, which ${from || 'the package'} needs`)
}

/**
 * The same, where it may be absent.
 *
 * @param {Lock} lock
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
export function look(lock, from, name) {
  const place = `${from && `${from}/`}node_modules/${name}`
  if (lock.packages[place]) return place
  if (from === '') return undefined
  const above = from.lastIndexOf('/node_modules/')
  return look(lock, above < 0 ? '' : from.slice(0, above), name)
}
