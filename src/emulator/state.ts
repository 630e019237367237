import type { Received, Recordings } from './records.ts'
import type { State } from './types.ts'

/** The state before anything has happened. */
export function emptyState(seed: number): State {
  return {
    random: { value: seed },
    shift: { value: 0 },
    codes: new Map(),
    grants: new Map(),
    tokens: new Map(),
    notes: new Map(),
    hits: new Map(),
    keys: new Map(),
    faults: [],
    deliveries: [],
    mails: [],
    received: recordings([]),
  }
}

/** A copy that later changes of the original do not affect. */
export function copyState(state: State): State {
  return {
    random: { ...state.random },
    shift: { ...state.shift },
    codes: new Map(state.codes),
    grants: new Map(state.grants),
    tokens: new Map(state.tokens),
    notes: new Map(state.notes),
    hits: new Map(state.hits),
    keys: new Map(state.keys),
    faults: [...state.faults],
    deliveries: [...state.deliveries],
    mails: [...state.mails],
    received: recordings(state.received),
  }
}

/** The bound of each list: an emulator may run for days, and any request can add an entry. */
const most = {
  codes: 10_000,
  grants: 10_000,
  tokens: 10_000,
  notes: 10_000,
  hits: 10_000,
  faults: 1_000,
  deliveries: 1_000,
  mails: 200,
  received: 2_000,
} as const

/** Drops the oldest entries of lists that exceed their bound. */
export function forgetOldest(state: State): void {
  for (const [name, count] of Object.entries(most) as [keyof typeof most, number][]) {
    const kept = state[name]
    if (Array.isArray(kept)) kept.splice(0, kept.length - count)
    else forgetFirst(kept, count)
  }
}

/** Drops the first entries, which are the oldest: a `Map` keeps the order of insertion. */
function forgetFirst(kept: Map<string, unknown>, count: number): void {
  for (const key of kept.keys()) {
    if (kept.size <= count) return
    kept.delete(key)
  }
}

function recordings(entries: readonly Received[]): Recordings {
  const list = [...entries]
  const clear = (): void => {
    list.length = 0
  }
  const recorded = Object.assign(list, { clear })
  // Not enumerable, so that comparisons see a plain list.
  return Object.defineProperty(recorded, 'clear', { enumerable: false })
}
