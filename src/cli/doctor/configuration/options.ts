import type { Application } from '../../application.ts'
import { type Check, toFinding, warning } from '../check.ts'
import { isAddressField } from './address.ts'
import { isKey } from './keys.ts'

/** What `Auth()` was called with, apart from what other checks look at. */
export const options: Check<Application> = {
  name: 'options',
  look: ({ problems, warnings }) => [
    ...problems
      .filter((one) => !isKey(one) && !isAddressField(one) && one.field !== 'secret')
      .map(toFinding),
    ...warnings.map((line) => warning(line, 'Correct it, or take it out.')),
  ],
}
