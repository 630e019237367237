import { describe } from 'vitest'
import { type DoorExceptions, doorContract } from '../contracts/door.ts'
import { doors } from './doors/index.ts'

/** What a framework cannot do; its own file says what it does instead. */
const exceptions: Readonly<Record<string, DoorExceptions>> = {
  'next, pages router': { noRenewal: true },
  'next, app router': { noRenewal: true },
}

describe.each(Object.entries(doors))('%s', (name, open) => doorContract(open, exceptions[name]))
