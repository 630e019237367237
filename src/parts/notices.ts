// The door of the notices: docs/tasks/notices.md shows what people get.
import type { Part } from '../methods/part-code.ts'
import { acts } from '../notices/acts.ts'
import { device, link } from '../notices/kinds.ts'

export type { NoticeText } from '../notices/notice-text.ts'

/** Tells people by mail what happened to their accounts, and lets them say that it was not them. */
export function Notices(): Part {
  return {
    name: 'notices',
    paths: { notice: { methods: ['GET', 'POST'], provider: 'none' } },
    hears: ['createUser', ...Object.keys(acts)],
    events: ['notMe'],
    kinds: [device, link],
    load: async () => (await import('../notices/code.ts')).notices,
  }
}
