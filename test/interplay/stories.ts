import fc from 'fast-check'
import type { Act } from './deed.ts'
import { deeds, theft } from './deeds.ts'
import type { Fault } from './failing.ts'
import { addresses } from './house.ts'
import type { Rules } from './story.ts'

/** The deeds of one moment: of one person, or of two at once. */
export type Moment = readonly Act[]

/** A part of a story: what people do, and whether the storage fails at it. */
export interface Scene {
  readonly moment: Moment
  readonly fault?: Fault
}

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

/** The storage fails anywhere, or soon after something was committed. */
const anyFault: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({ commits: fc.constant(0), call: fc.nat({ max: 30 }), stays: fc.boolean() }),
  fc.record({ commits: fc.nat({ max: 3 }), call: fc.nat({ max: 4 }), stays: fc.boolean() }),
)

const anyScene: fc.Arbitrary<Scene> = fc.oneof(
  { weight: 7, arbitrary: anyMoment.map((moment) => ({ moment })) },
  {
    weight: 1,
    arbitrary: fc.tuple(anyAct, anyFault).map(([one, fault]): Scene => ({ moment: [one], fault })),
  },
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
  [
    act('signs in by a mail', 2, 'bob@one.test'),
    act('signs in by a mail'),
    act('acts as somebody', 2),
  ],
]

/** The deeds of a thief in a session of Ada's, to stay. */
const grabs = [
  ...['changes the address', 'connects plain', 'connects idp', 'makes a passkey'],
  ...['sets or changes a password', 'sets up an app', 'disconnects a platform'],
  ...['makes an access token', 'signs an app in', 'approves a device'],
]

/** The deeds of Ada against it. */
const rescues = [
  ...['takes an address back', 'resets a password', 'signs in by a mail'],
  ...['says that it was not them', 'is blocked', 'signs out everywhere'],
]

const calm = (moments: readonly Moment[]): Scene[] => moments.map((moment) => ({ moment }))

/** Ada is robbed of a session, Eve digs herself in, and Ada comes back, while the storage may fail. */
const robbery: fc.Arbitrary<readonly Scene[]> = fc
  .record({
    enters: fc.constantFrom('signs in by a mail', 'signs up by a mail', 'signs in at plain'),
    grabs: fc.uniqueArray(fc.constantFrom(...grabs), { minLength: 1, maxLength: 5 }),
    rescue: fc.constantFrom(...rescues),
    fault: fc.option(anyFault, { nil: undefined }),
  })
  .map(({ enters, grabs, rescue, fault }) => [
    ...calm([act(enters), act(theft), ...grabs.map((grab) => act(grab, 5, 'eve@one.test'))]),
    { moment: act(rescue), ...(fault && { fault }) },
  ])

/** The rules of the house, and whether somebody steals. */
export const anyRules: fc.Arbitrary<Rules> = fc.record({
  ...{ isRequired: fc.boolean(), hasThief: fc.boolean() },
  ...{ inCookies: fc.constantFrom(false, false, true), hasTwoServers: fc.boolean() },
})

/** A story: how it begins, and what people do then. */
export const anyStory: fc.Arbitrary<readonly Scene[]> = fc
  .tuple(
    fc.oneof(fc.constantFrom(...openings).map(calm), robbery),
    fc.array(anyScene, { maxLength: 20, size: 'max' }),
  )
  .map(([opening, scenes]) => [...opening, ...scenes])
