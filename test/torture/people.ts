import type { Emulator } from '../../src/emulator/index.ts'
import { createBrowser, type TestBrowser } from '../../src/testing.ts'
import type { Chance } from '../fuzz/chance.ts'
import type { SoftKey } from '../methods/soft-key.ts'
import { arrival, origin } from '../setup.ts'
import type { Answer } from './answers.ts'
import type { Fleet } from './fleet.ts'
import { claimed, owners, squatters } from './outside.ts'

/** Somebody who uses the application, on several devices at once. */
export interface Person {
  name: string
  /** Who claims the address of this one. */
  squatter: Person | undefined
  devices: Device[]
  passkeys: SoftKey[]
  /** Every password that the person chose, the newest last. Which one counts is not known while answers are missing. */
  passwords: string[]
  /** What was begun that may end sessions or take accounts away, and how much of it is not known to have ended. */
  unrest: { begun: number; open: number }
  /** Which user each way in led to, and how much unrest there had been by then. */
  seen: Map<string, { userId: string; begun: number }>
  /** Platforms whose tokens may be gone: the person took them back, or a server was killed while it renewed them. */
  excused: Set<string>
}

/** A browser of somebody. It does one thing at a time. */
export interface Device {
  browser: TestBrowser
  turn: Promise<void>
  /** How much it has to do, with what it does now. */
  tasks: number
  /** Who is signed in here as far as is known, and how much unrest there had been by then. */
  session: { userId: string; begun: number | undefined } | undefined
  /** The way by which somebody signed in here last. */
  way: string
}

/** A copy of cookies whose session was ended. */
export interface Ghost {
  browser: TestBrowser
  whose: string
  ended: string
}

/** Where a round stands. */
export interface Run {
  fleet: Fleet
  world: Emulator
  /** The address of the emulated world. */
  emulator: string
  people: readonly Person[]
  /** Whose each user is, and since when that is known. */
  owners: Map<string, { person: Person; since: number }>
  ghosts: Ghost[]
  /** How much was done by all hands together. */
  steps: number
  /** How often what came out how. */
  counts: Map<string, number>
  /** Wrong passwords for a name that nobody has, as far as they were judged. */
  guesses: number
  problems: Set<string>
}

/** What somebody does in one step, with chance of its own. */
export interface Step {
  run: Run
  chance: Chance
  person: Person
  device: Device
}

/** Opens a browser on the application. */
function openBrowser({ fleet, world }: Pick<Run, 'fleet' | 'world'>): TestBrowser {
  return createBrowser({
    origin,
    app: (request) => fleet.send(request),
    atPlatform: async (url, choice) => arrival(await world.decide(url, choice)),
  })
}

/** Everybody, with two devices each. */
export function gather(parts: Pick<Run, 'fleet' | 'world'>): Person[] {
  const newPerson = (name: string, squatter?: Person): Person => ({
    name,
    squatter,
    devices: [newDevice(parts), newDevice(parts)],
    passkeys: [],
    passwords: [],
    unrest: { begun: 0, open: 0 },
    seen: new Map(),
    excused: new Set(),
  })
  const claimants = squatters.map((name) => newPerson(name))
  const rightful = owners.map((name) =>
    newPerson(
      name,
      claimants.find((squatter) => claimed(squatter.name) === name),
    ),
  )
  return [...rightful, ...claimants]
}

/** A browser without cookies. */
export function newDevice(parts: Pick<Run, 'fleet' | 'world'>): Device {
  return {
    browser: openBrowser(parts),
    turn: Promise.resolve(),
    tasks: 0,
    session: undefined,
    way: '',
  }
}

/** How much unrest there has been; undefined while some of it may still be going on. */
export function calm({ unrest }: Person): number | undefined {
  return unrest.open === 0 ? unrest.begun : undefined
}

/** Whether what was asked for may still happen. */
export function isUncertain({ error }: Pick<Answer, 'error'>): boolean {
  return error === 'no answer' || error === 'StorageError'
}

/** Does what may end sessions or take accounts away. Without an answer nobody knows when it is over. */
export async function disturbing(
  people: readonly Person[],
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (const { unrest } of people) {
    unrest.begun++
    unrest.open++
  }
  const answer = await work()
  if (!isUncertain(answer)) for (const { unrest } of people) unrest.open--
  return answer
}
