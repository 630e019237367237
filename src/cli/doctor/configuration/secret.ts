import type { Application } from '../../application.ts'
import { type Check, note, toFinding, unread } from '../check.ts'

/** Checks the secret that seals cookies. */
export const secret: Check<Application> = {
  name: 'secret',
  look({ problems, production, isUnread }) {
    if (isUnread) return [unread]
    return problems
      .filter(({ field }) => field === 'secret')
      .map((one) =>
        one.variable && !production
          ? note('There is none; one is made up while developing.')
          : toFinding(one),
      )
  },
}
