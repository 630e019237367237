import { type Finding, problem } from './check.ts'

/** So many seconds go unnoticed: a Date header is cut to whole ones, and travels. */
const tolerance = 30

/** By how many seconds another machine's clock is ahead of ours; undefined when they agree, or it does not tell. */
export function clockDifference(date: string | null | undefined): number | undefined {
  const theirs = Date.parse(date ?? '')
  const seconds = Math.round((theirs - Date.now()) / 1000)
  return Math.abs(seconds) > tolerance ? seconds : undefined
}

/** What is said about clocks that disagree. */
export function wrongClock(host: string, seconds: number): Finding {
  const size = Math.abs(seconds)
  const shown = size > 7200 ? `${Math.round(size / 3600)} hours` : `${size} seconds`
  return problem(
    `The clock of ${host} is ${shown} ${seconds > 0 ? 'ahead of' : 'behind'} the clock of this machine`,
    'Find out which one is wrong, and let it keep time over the network (NTP). Otherwise tokens and sign-ins count as expired, or as not yet valid.',
  )
}
