import fc from 'fast-check'
import { type Act, deeds, theft } from './deeds.ts'
import { addresses } from './house.ts'

/** The deeds of one moment: of one person, or of two at once. */
export type Moment = readonly Act[]

/** The deeds that lead to the most. */
const often = [
  'signs in by a mail',
  'signs up by a mail',
  'signs in at plain',
  'changes the address',
  'takes an address back',
  'sets or changes a password',
]

const anyAct: fc.Arbitrary<Act> = fc.record({
  does: fc.constantFrom(...Object.keys(deeds), ...often, ...often, ...often),
  // Ada, Ada, Bob, Bob, Eve, Eve: of Ada and Eve there is more to tell.
  seat: fc.constantFrom(0, 0, 1, 1, 2, 3, 4, 5, 5),
  address: fc.constantFrom(...addresses),
  which: fc.nat({ max: 3 }),
})

const anyMoment: fc.Arbitrary<Moment> = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(anyAct) },
  { weight: 1, arbitrary: fc.tuple(anyAct, anyAct) },
)

const act = (does: string, seat = 0, address = 'ada@one.test'): Moment => [
  { does, seat, address, which: 0 },
]

/** Beginnings from which more follows than from nothing. */
const openings: readonly (readonly Moment[])[] = [
  [],
  [act('signs in at plain', 4), act('signs in by a mail')],
  [act('signs up by a mail'), act('connects plain'), act('changes the address', 0, 'ada@two.test')],
  [act('signs in by a mail'), act('sets up an app'), act('makes a passkey')],
  [act('begins as a guest'), act('makes an access token'), act('signs an app in')],
]

/** The deeds of a thief in a session of Ada's, to stay. */
const grabs = [
  ...['changes the address', 'connects plain', 'connects idp', 'makes a passkey'],
  ...['sets or changes a password', 'sets up an app', 'disconnects a platform'],
  ...['makes an access token', 'signs an app in', 'approves a device'],
]

/** The deeds of Ada against it. */
const rescues = ['takes an address back', 'resets a password', 'signs in by a mail']

/** Ada is robbed of a session, Eve digs herself in, and Ada comes back. */
const robbery: fc.Arbitrary<readonly Moment[]> = fc
  .record({
    enters: fc.constantFrom('signs in by a mail', 'signs up by a mail', 'signs in at plain'),
    grabs: fc.uniqueArray(fc.constantFrom(...grabs), { minLength: 1, maxLength: 5 }),
    rescue: fc.constantFrom(...rescues),
  })
  .map(({ enters, grabs, rescue }) => [
    ...[act(enters), act(theft)],
    ...grabs.map((grab) => act(grab, 5, 'eve@one.test')),
    act(rescue),
  ])

/** A story: how it begins, and what people do then. */
export const anyStory: fc.Arbitrary<readonly Moment[]> = fc
  .tuple(
    fc.oneof(fc.constantFrom(...openings), robbery),
    fc.array(anyMoment, { maxLength: 20, size: 'max' }),
  )
  .map(([opening, moments]) => [...opening, ...moments])
