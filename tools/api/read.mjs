import ts from 'typescript'
import { declarationsOf, hiddenIn } from './declarations.mjs'
import { explore } from './explore.mjs'
import { print } from './print.mjs'

/** @import { Declared } from './declarations.mjs' */
/** @import { Door } from './doors.mjs' */
/** @import { House } from './explore.mjs' */

/**
 * @typedef {object} Section
 * @property {string} title a door, or one of the files behind a door with a star
 * @property {{ name: string, type: string }[]} files behind a door with a star, with the type of their default export
 * @property {{ name: string, home: string, by: string }[]} elsewhere names that are told at another door, and by which name
 * @property {{ name: string, text: string }[]} entries
 * @property {string[]} hidden types that the signatures name and no door exports
 */

/**
 * What the doors offer.
 *
 * @param {Door[]} doors
 * @returns {Section[]}
 */
export function readApi(doors) {
  const house = explore(doors)
  return doors.flatMap(({ name, files }) =>
    name.includes('*')
      ? behindStar(house, name, files)
      : [section(house, name, house.exports.get(name) ?? [])],
  )
}

/**
 * A line for each file, and a section of its own for what it exports beside its default.
 *
 * @param {House} house
 * @param {string} title
 * @param {Door['files']} files
 * @returns {Section[]}
 */
function behindStar(house, title, files) {
  const defaults = files.map(({ name }) => {
    const symbol = house.exports.get(name)?.find(([each]) => each === 'default')?.[1]
    const declared = symbol ? declarationsOf(house, symbol) : []
    const type = declared.map(typeOf).join('; ')
    return { name: name.slice(title.indexOf('*')), declared, type: type || 'no default export' }
  })
  const others = files.map(({ name }) => {
    const named = (house.exports.get(name) ?? []).filter(([each]) => each !== 'default')
    return section(house, name, named)
  })
  const lines = {
    title,
    files: defaults,
    elsewhere: [],
    entries: [],
    hidden: hidden(
      house,
      defaults.flatMap(({ declared }) => declared),
    ),
  }
  return [
    lines,
    ...others.filter(({ entries, elsewhere }) => entries.length + elsewhere.length > 0),
  ]
}

/**
 * @param {House} house
 * @param {string} title
 * @param {[string, ts.Symbol][]} names
 * @returns {Section}
 */
function section(house, title, names) {
  const told = names.map(([name, symbol]) => {
    const [first] = symbol.declarations ?? []
    if (!first) throw new Error(`${title} exports ${name}, but no file of ours declares it.`)
    return { name, symbol, home: house.homes.get(first) ?? title }
  })
  const here = told
    .filter(({ home }) => home === title)
    .map(({ name, symbol }) => ({ name, symbol, declared: declarationsOf(house, symbol) }))
  return {
    title,
    files: [],
    elsewhere: told
      .filter(({ home }) => home !== title)
      .map(({ name, symbol, home }) => ({ name, home, by: nameAt(house, home, symbol) })),
    entries: here.map(({ name, symbol, declared }) => ({
      name,
      text: write(name, symbol, declared),
    })),
    hidden: hidden(
      house,
      here.flatMap(({ declared }) => declared),
    ),
  }
}

/**
 * @param {House} house
 * @param {Declared[]} declared
 */
function hidden(house, declared) {
  return [...hiddenIn(house, declared)].sort()
}

/**
 * @param {House} house
 * @param {string} door
 * @param {ts.Symbol} symbol
 */
function nameAt(house, door, symbol) {
  return house.exports.get(door)?.find(([, each]) => each === symbol)?.[0] ?? symbol.name
}

/**
 * @param {string} name
 * @param {ts.Symbol} symbol
 * @param {Declared[]} declared
 */
function write(name, symbol, declared) {
  const [first] = symbol.declarations ?? []
  const local = first && ts.getNameOfDeclaration(first)?.getText()
  const renamed = local === name ? [] : [`export { ${local} as ${name} }`]
  return [...renamed, ...declared.map(({ node, file }) => print(node, file))].join('\n')
}

/**
 * The type of what a file exports by default, in one line.
 *
 * @param {Declared} declared
 */
function typeOf({ node, file }) {
  const [variable] = ts.isVariableStatement(node) ? node.declarationList.declarations : []
  return print(variable?.type ?? node, file)
    .replace(/\s+/g, ' ')
    .replace(/;$/, '')
}
