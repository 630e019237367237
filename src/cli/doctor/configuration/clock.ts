import { isOAuth } from '../../../methods/oauth/resolved.ts'
import type { Application } from '../../application.ts'
import type { Check } from '../check.ts'
import { compareClocks, notCompared } from '../clock-difference.ts'

/** The milliseconds that a platform may take to answer. */
const patience = 5_000

/** Compares this machine's clock, which judges signatures and expiry dates, with a platform's. */
export const clock: Check<Application> = {
  name: 'clock',
  async look({ config }) {
    if (!config) return [notCompared('the configuration is not complete')]
    if (config.emulator) return [notCompared('the emulator plays the platforms')]
    const platforms = [...config.providers.values()].filter(isOAuth)
    const [url] = platforms.flatMap(
      ({ token, issuer }) => token.url ?? URL.parse(issuer ?? '') ?? [],
    )
    if (!url) return [notCompared('there is no platform to ask')]
    try {
      const signal = AbortSignal.timeout(patience)
      const { headers } = await fetch(url.origin, { method: 'HEAD', redirect: 'manual', signal })
      return compareClocks(url.host, headers.get('date'))
    } catch {
      return [notCompared(`${url.host} did not answer`)]
    }
  },
}
