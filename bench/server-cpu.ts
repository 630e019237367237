import { existsSync, globSync, readFileSync } from 'node:fs'

/** Linux counts the time of processes in hundredths of a second. */
const tick = 10_000

/** Microseconds of CPU time that a process and its children have used so far; undefined where the machine does not tell. */
export function cpuOfServer(pid: number): number | undefined {
  if (!existsSync(`/proc/${pid}/stat`)) return undefined
  const own = fieldsOf(`/proc/${pid}/stat`)
  const children = globSync('/proc/[0-9]*/stat')
    .map(fieldsOf)
    .filter(([, parent]) => Number(parent) === pid)
  // The children that have ended are in the parent's account.
  const ended = timeIn(own, 13) + timeIn(own, 14)
  return [own, ...children].reduce(
    (sum, fields) => sum + timeIn(fields, 11) + timeIn(fields, 12),
    ended,
  )
}

/** What follows the name, which may itself contain spaces: state, parent … (`man proc_pid_stat`). */
function fieldsOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    // It ended meanwhile.
    return []
  }
}

function timeIn(fields: readonly string[], index: number): number {
  return Number(fields[index] ?? 0) * tick
}
