import { type Finding, note, problem } from './check.ts'

/** So many seconds go unnoticed: a Date header is cut to whole ones, and travels. */
const tolerance = 30

/** Compares our clock with the `Date` header of an answer. Nothing is found when they agree. */
export function compareClocks(host: string, date: string | null): Finding[] {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return [notCompared(`${host} does not say what time it is`)]
  const seconds = Math.round((theirs - Date.now()) / 1000)
  return Math.abs(seconds) > tolerance ? [wrongClock(host, seconds)] : []
}

/** The finding where there is nothing to compare with. */
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
