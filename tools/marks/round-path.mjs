/**
 * The path of a drawing with its numbers rounded, and written as briefly as SVG allows.
 *
 * @param {string} path
 * @param {number} digits
 */
export function roundPath(path, digits) {
  return [...path.matchAll(/([a-z])([^a-z]*)/gi)]
    .map(([, command = '', rest = '']) => command + join(numbers(command, rest), digits))
    .join('')
}

/**
 * An arc's two flags are single digits that need nothing between them.
 *
 * @param {string} command
 * @param {string} text
 */
function numbers(command, text) {
  /** @type {number[]} */
  const found = []
  let rest = text
  while (true) {
    rest = rest.replace(/^[\s,]+/, '')
    const isFlag = /a/i.test(command) && [3, 4].includes(found.length % 7)
    const [number] = (isFlag ? /^[01]/ : /^[-+]?(\d*\.\d+|\d+\.?)(e[-+]?\d+)?/i).exec(rest) ?? []
    if (number === undefined) break
    found.push(Number(number))
    rest = rest.slice(number.length)
  }
  if (rest) throw new Error(`Not a path: ${rest}`)
  return found
}

/**
 * @param {number[]} values
 * @param {number} digits
 */
function join(values, digits) {
  const written = values.map((value) =>
    String(Number(value.toFixed(digits))).replace(/^(-?)0\./, '$1.'),
  )
  // A sign begins a number, and so does a second point.
  return written.reduce((text, number, at) => {
    const last = written[at - 1]
    const apart = /^-/.test(number) || (/^\./.test(number) && last?.includes('.'))
    return text + (last === undefined || apart ? '' : ' ') + number
  }, '')
}
