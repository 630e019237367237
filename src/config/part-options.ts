import { nearest } from './did-you-mean.ts'
import { assertTypes, notOfKind, type OptionKinds } from './option-kinds.ts'
import { unknownNames } from './option-names.ts'
import { configError } from './problems.ts'

/** The kind of a number that timers, dates and cookies accept. */
export const wholeNumber = 'whole number above 0'

/** The most seconds or milliseconds: with more, a timer ends at once. */
const most = 2 ** 31

/** Refuses unknown options of a part, and values of a wrong type: a misspelt protection would be off. */
export function assertPartOptions(part: string, written: object, kinds: OptionKinds): void {
  assertKnownOptions(`parts.${part}`, written, kinds)
}

/** Refuses unknown options, and values of a wrong type, of a part or of a provider whose name is given. */
export function assertKnownOptions(
  place: string,
  written: object,
  kinds: OptionKinds,
  provider?: string,
): void {
  if (typeof written !== 'object' || written === null)
    throw configError(place, 'The options are no object', 'Pass { name: value }.')
  for (const name of unknownNames(written, kinds)) {
    const names = Object.keys(kinds)
    const meant = nearest(name, names)
    throw configError(
      `${place}.${name}`,
      `There is no option "${name}" of ${place}`,
      meant ? `Did you mean "${meant}"?` : `There are: ${names.join(', ')}.`,
      provider,
    )
  }
  assertOptions(`${place}.`, written, kinds, provider)
}

/** Refuses values of a wrong type. */
function assertOptions(
  place: string,
  written: object,
  kinds: OptionKinds,
  provider?: string,
): void {
  assertTypes(written, kinds, place, {}, provider)
  for (const [name, kind] of Object.entries(kinds)) {
    const value: unknown = Reflect.get(written, name)
    if (kind !== wholeNumber || value === undefined) continue
    if (Number.isInteger(value) && Number(value) > 0 && Number(value) < most) continue
    throw notOfKind(place + name, value, `a ${kind}`, undefined, provider)
  }
}

/** Refuses a provider's options of a wrong type. Unknown names may be those of a module made for Auth.js. */
export function assertProviderOptions(written: { readonly id: string }, kinds: OptionKinds): void {
  assertOptions(`providers.${written.id}.`, written, kinds, written.id)
}
