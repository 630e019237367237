import { type Finding, note, problem } from './check.ts'

/** The seconds of difference that are tolerated: a Date header has whole seconds, and takes time to arrive. */
const tolerance = 30

/** Compares this machine's clock with the `Date` header of an answer. No finding if they agree. */
export function compareClocks(host: string, date: string | null): Finding[] {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return [notCompared(`${host} does not say what time it is`)]
  const seconds = Math.round((theirs - Date.now()) / 1000)
  return Math.abs(seconds) > tolerance ? [wrongClock(host, seconds)] : []
}

/** The finding if there is nothing to compare with. */
export function notCompared(reason: string): Finding {
  return note(`Not compared: ${reason}.`)
}

function wrongClock(host: string, seconds: number): Finding {
  const size = Math.abs(seconds)
  const shown = size > 7200 ? `${Math.round(size / 3600)} hours` : `${size} seconds`
  return problem(
    `The clock of ${host} is ${shown} ${seconds > 0 ? 'ahead of' : 'behind'} the clock of this machine`,
    'Find out which one is wrong, and let it keep time over the network (NTP). Otherwise tokens and sign-ins count as expired, or as not yet valid.',
  )
}
