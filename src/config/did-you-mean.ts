/** The known name that was probably meant; undefined if none is similar. */
export function nearest(
  written: string,
  known: readonly string[],
  maxEdits = 2,
): string | undefined {
  const lower = written.toLowerCase()
  for (let edits = 0; edits <= Math.min(maxEdits, written.length / 4); edits++) {
    const found = known.find((name) => isWithin(lower, name.toLowerCase(), edits))
    if (found) return found
  }
  return undefined
}

/** True if at most `edits` added, dropped, changed or swapped letters turn one word into the other. */
function isWithin(a: string, b: string, edits: number): boolean {
  if (a === b) return true
  if (edits === 0) return false
  if (a[0] !== undefined && a[0] === b[0]) return isWithin(a.slice(1), b.slice(1), edits)
  const isSwapped = a[0] === b[1] && a[1] === b[0]
  return (
    isWithin(a.slice(1), b, edits - 1) ||
    isWithin(a, b.slice(1), edits - 1) ||
    isWithin(a.slice(1), b.slice(1), edits - 1) ||
    (isSwapped && isWithin(a.slice(2), b.slice(2), edits - 1))
  )
}
