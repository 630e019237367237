import type { Check } from '../check.ts'
import { clockDifference, wrongClock } from '../clock-difference.ts'
import type { Deployment } from '../deployment.ts'

/** Whether the server's clock agrees with ours. */
export const clock: Check<Deployment> = {
  name: 'clock',
  look({ first, origin }) {
    const seconds = clockDifference(first.headers.get('date'))
    return seconds === undefined ? [] : [wrongClock(new URL(origin).host, seconds)]
  },
}
