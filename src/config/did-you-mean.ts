/** The known name that somebody probably meant; undefined when none is near. */
export function nearest(
  written: string,
  known: readonly string[],
  maxDistance = 2,
): string | undefined {
  const lower = written.toLowerCase()
  const same = known.find((name) => name.toLowerCase() === lower)
  if (same) return same
  const most = Math.min(maxDistance, written.length < 5 ? 1 : 2)
  const near = known
    .map((name) => ({ name, distance: distance(lower, name.toLowerCase()) }))
    .filter((candidate) => candidate.distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.name
}

/** How many letters must be added, dropped, changed or swapped to make one word of the other. */
function distance(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const cost = from[i - 1] === to[j - 1] ? 0 : 1
      const [above = 0, before = 0] = [rows[i - 1]?.[j], row[j - 1]]
      const diagonal = rows[i - 1]?.[j - 1] ?? 0
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const swap = swapped ? (rows[i - 2]?.[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min(above + 1, before + 1, diagonal + cost, swap))
    }
    rows.push(row)
  }
  return rows[from.length]?.[to.length] ?? Number.POSITIVE_INFINITY
}
