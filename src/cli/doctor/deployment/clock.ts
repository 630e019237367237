import type { Check } from '../check.ts'
import { compareClocks } from '../clock-difference.ts'
import type { Deployment } from '../deployment.ts'

/** Compares the server's clock with this machine's. */
export const clock: Check<Deployment> = {
  name: 'clock',
  look({ first, origin }) {
    return compareClocks(new URL(origin).host, first.headers.get('date'))
  },
}
