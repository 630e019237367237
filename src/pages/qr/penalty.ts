/** The dark modules of a QR code, row by row. */
export type Matrix = readonly (readonly boolean[])[]

/** The penalty of a QR code that is hard to read: the four rules of ISO/IEC 18004, §7.8.3. */
export function penalty(matrix: Matrix): number {
  const lines = [...matrix, ...matrix.map((_, at) => matrix.map((row) => row[at] === true))]
  const texts = lines.map((line) => line.map((dark) => (dark ? '1' : '0')).join(''))
  const perLine = texts.map((text) => longRuns(text) + falseSquares(text))
  return sum(perLine) + blocks(matrix) + imbalance(texts.slice(0, matrix.length).join(''))
}

/** Five modules of one colour in a row, and each one more. */
function longRuns(line: string): number {
  return sum((line.match(/0{5,}|1{5,}/g) ?? []).map((run) => run.length - 2))
}

/**
 * The penalty of patterns that look like one of the squares in the corners, with light on one side; around the code everything is light.
 */
function falseSquares(line: string): number {
  const found = [...`0000${line}0000`.matchAll(/(?=00001011101|10111010000)/g)]
  return found.length * 40
}

/** Two by two modules of one colour. */
function blocks(matrix: Matrix): number {
  let count = 0
  for (const [y, row] of matrix.entries()) {
    const next = matrix[y + 1]
    for (const [x, dark] of row.entries()) {
      if (row[x + 1] === dark && next?.[x] === dark && next[x + 1] === dark) count++
    }
  }
  return count * 3
}

/** Each five percent by which light or dark exceeds the half. */
function imbalance(modules: string): number {
  const dark = modules.replaceAll('0', '').length
  return Math.floor((Math.abs(dark * 2 - modules.length) * 10) / modules.length) * 10
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
