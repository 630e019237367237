/** @typedef {ReadonlyMap<string, readonly string[]>} Graph */

/**
 * One shortest circle for each group of nodes that reach each other; the first node comes last
 * again.
 *
 * @param {Graph} graph
 * @returns {string[][]}
 */
export function findCycles(graph) {
  /** @type {Set<string>} */
  const known = new Set()
  return [...graph.keys()].sort().flatMap((start) => {
    if (known.has(start)) return []
    const circle = shortestCircle(graph, start)
    for (const node of circle) known.add(node)
    return circle.length > 0 ? [circle] : []
  })
}

/**
 * @param {Graph} graph
 * @param {string} start
 */
function shortestCircle(graph, start) {
  /** @type {Map<string, string>} */
  const cameFrom = new Map()
  const queue = [start]
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return [...trace(cameFrom, start, node), start]
      if (cameFrom.has(next)) continue
      cameFrom.set(next, node)
      queue.push(next)
    }
  }
  return []
}

/**
 * @param {Map<string, string>} cameFrom
 * @param {string} start
 * @param {string} end
 */
function trace(cameFrom, start, end) {
  const path = [end]
  for (let node = end; node !== start; ) {
    node = cameFrom.get(node) ?? start
    path.unshift(node)
  }
  return path
}
