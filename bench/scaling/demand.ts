/** How people behave. A day has a peak; what is built for the average falls over every evening. */
const habits = { requestsPerDay: 50, daysBetweenSignIns: 14, peak: 3 }
const daySeconds = 86_400

/** How busy a process may be before its queue grows long. */
export const busy = 0.6

/** Session reads per second at the peak of a day of so many people. */
export function readsPerSecond(people: number): number {
  return (people * habits.requestsPerDay * habits.peak) / daySeconds
}

/** Sign-ins per second at the peak of a day of so many people. */
export function signInsPerSecond(people: number): number {
  return (people / habits.daysBetweenSignIns / daySeconds) * habits.peak
}

/** Microseconds of a session read and of a sign-in. */
export interface Durations {
  session: number
  signIn: number
}

/** Cores that so many people keep as busy as they may be, at the peak. */
export function coresFor(people: number, { session, signIn }: Durations): number {
  return (readsPerSecond(people) * session + signInsPerSecond(people) * signIn) / (busy * 1e6)
}

/** People of a day that one core serves. */
export function peoplePerCore(durations: Durations): number {
  return 1 / coresFor(1, durations)
}

/**
 * How long 99 of 100 requests wait at most before their turn, in milliseconds, in one process that is so busy: a queue with random
 * arrivals, in which a sign-in now and then holds everybody up.
 */
export function waitAt(utilisation: number, { session, signIn }: Durations): number {
  const share = signInsPerSecond(1) / (signInsPerSecond(1) + readsPerSecond(1))
  const mean = session * (1 - share) + signIn * share
  const random = seeded(1)
  const waits: number[] = []
  let now = 0
  let free = 0
  for (let request = 0; request < 200_000; request++) {
    now += (-Math.log(1 - random()) * mean) / utilisation
    waits.push(Math.max(0, free - now))
    free = Math.max(free, now) + (random() < share ? signIn : session)
  }
  waits.sort((a, b) => a - b)
  return (waits[Math.floor(waits.length * 0.99)] ?? 0) / 1000
}

/** The same numbers every time (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
