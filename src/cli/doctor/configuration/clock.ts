import { isOAuth } from '../../../methods/oauth/resolved.ts'
import type { Application } from '../../application.ts'
import { type Check, note } from '../check.ts'
import { clockDifference, wrongClock } from '../clock-difference.ts'

/** How long a platform may take to say what time it is, in milliseconds. */
const patience = 5_000

/** Whether this machine's clock agrees with a platform's: signatures and expiry dates are judged by it. */
export const clock: Check<Application> = {
  name: 'clock',
  async look({ config }) {
    const platforms = [...(config?.providers.values() ?? [])].filter(isOAuth)
    const url = platforms.flatMap(({ token }) => token.url ?? [])[0]
    if (!url || config?.emulator) return []
    try {
      const signal = AbortSignal.timeout(patience)
      const { headers } = await fetch(url.origin, { method: 'HEAD', redirect: 'manual', signal })
      const seconds = clockDifference(headers.get('date'))
      return seconds === undefined ? [] : [wrongClock(url.host, seconds)]
    } catch {
      return [note(`It could not be compared: ${url.host} did not answer.`)]
    }
  },
}
