/** The lines to show around a change. */
const context = 2

/** A line of the comparison: kept, removed or added. */
interface Line {
  sign: ' ' | '-' | '+'
  text: string
}

/** The change to a file, as `diff -u` shows it. */
export function diffOf(path: string, before: string, after: string): string {
  const lines = compared(linesOf(before), linesOf(after))
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ sign }) => sign !== ' '),
  )
  const shown: string[] = [`--- ${path}`, `+++ ${path}`]
  const at = { '-': 1, '+': 1 }
  lines.forEach(({ sign, text }, index) => {
    if (near[index] && !near[index - 1]) {
      const end = near.indexOf(false, index)
      const hunk = lines.slice(index, end < 0 ? undefined : end)
      const size = (other: string) => hunk.filter((line) => line.sign !== other).length
      shown.push(`@@ -${at['-']},${size('+')} +${at['+']},${size('-')} @@`)
    }
    if (near[index]) shown.push(sign + text)
    if (sign !== '+') at['-'] += 1
    if (sign !== '-') at['+'] += 1
  })
  return shown.join('\n')
}

function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n')
}

/** The lines of both texts in order, by their longest common subsequence. */
function compared(before: readonly string[], after: readonly string[]): Line[] {
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  const at = (row: number, column: number) => common[row]?.[column] ?? 0
  for (let row = before.length - 1; row >= 0; row--) {
    for (let column = after.length - 1; column >= 0; column--) {
      const longest =
        before[row] === after[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
      common[row]?.fill(longest, column, column + 1)
    }
  }
  const lines: Line[] = []
  let row = 0
  let column = 0
  while (row < before.length || column < after.length) {
    const [old, fresh] = [before[row], after[column]]
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old })
      row += 1
      column += 1
    } else if (
      old !== undefined &&
      (fresh === undefined || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push({ sign: '-', text: old })
      row += 1
    } else {
      lines.push({ sign: '+', text: fresh ?? '' })
      column += 1
    }
  }
  return lines
}
