import { isMissingSender } from '../../../methods/mail-sender.ts'
import type { Application } from '../../application.ts'
import { type Check, note, toFinding, warning } from '../check.ts'
import { isAddressField } from './address.ts'
import { isKey } from './keys.ts'

/** Checks the options of `Auth()`, except those of other checks. */
export const options: Check<Application> = {
  name: 'options',
  look: ({ problems, warnings, production }) => [
    ...problems
      .filter((one) => !isKey(one) && !isAddressField(one) && one.field !== 'secret')
      .map((one) =>
        isMissingSender(one) && !production
          ? note(`${one.message}; they go to the emulator's inbox while developing.`)
          : toFinding(one),
      ),
    ...warnings.map((line) => warning(line, 'Correct it, or take it out.')),
  ],
}
