import type { Part } from '../methods/part-code.ts'
import { acts } from './acts.ts'
import { device, link } from './kinds.ts'

/** Tells people by mail what happened to their accounts, and lets them say that it was not them. */
export function Notices(): Part {
  return {
    name: 'notices',
    paths: { notice: { methods: ['GET', 'POST'], provider: 'none' } },
    hears: ['createUser', ...Object.keys(acts)],
    events: ['notMe'],
    kinds: [device, link],
    load: async () => (await import('./code.ts')).notices,
  }
}
