/** @typedef {Map<string, string>} Names what a report says about each name */

/**
 * The names that one report has and another has not, or that they describe differently.
 *
 * @param {string} before
 * @param {string} after
 * @returns {string[]} lines to read
 */
export function changes(before, after) {
  const [old, fresh] = [read(before), read(after)]
  return [...new Set([...old.keys(), ...fresh.keys()])].flatMap((title) => {
    const was = old.get(title) ?? new Map()
    const is = fresh.get(title) ?? new Map()
    const lines = [
      line('added', is, (name) => !was.has(name)),
      line('changed', is, (name) => was.has(name) && was.get(name) !== is.get(name)),
      line('removed', was, (name) => !is.has(name)),
    ].flat()
    return lines.length > 0 ? [title, ...lines] : []
  })
}

/**
 * @param {string} what
 * @param {Names} names
 * @param {(name: string) => boolean} applies
 */
function line(what, names, applies) {
  const found = [...names.keys()].filter(applies)
  return found.length > 0 ? [`  ${what}: ${found.join(', ')}`] : []
}

/**
 * What a report says, by section and name.
 *
 * @param {string} report
 * @returns {Map<string, Names>}
 */
function read(report) {
  const sections = report.split(/^## /m).slice(1)
  return new Map(
    sections.flatMap((section) => {
      const title = section.split('\n', 1)[0] ?? ''
      const [exported = '', hidden = ''] = section.split(/^### .*$/m)
      return [
        [title, namesIn(exported)],
        [`${title}, used but not exported`, namesIn(hidden)],
      ]
    }),
  )
}

/**
 * A line of a list is about one name, and so is a paragraph of declarations.
 *
 * @param {string} text
 * @returns {Names}
 */
function namesIn(text) {
  const lines = text.matchAll(/^- `(.+?)`.*/gm)
  const [, declarations = ''] = /^```\w+\n(.+?)^```/ms.exec(text) ?? []
  const named = declarations
    .trim()
    .split('\n\n')
    .flatMap((paragraph) => {
      const [, name] = /^(?:export \{ .+ as|(?:abstract )?\w+) ([\w$]+)/.exec(paragraph) ?? []
      return name === undefined ? [] : [/** @type {const} */ ([name, paragraph])]
    })
  return new Map([
    ...[...lines].map(([all, name = '']) => /** @type {const} */ ([name, all])),
    ...named,
  ])
}
