import type { Received, Recordings } from './records.ts'
import type { State } from './types.ts'

/** Nothing has happened yet. */
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

/** A copy that later changes of the original do not reach. */
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

function recordings(entries: readonly Received[]): Recordings {
  const list = [...entries]
  const clear = (): void => {
    list.length = 0
  }
  const recorded = Object.assign(list, { clear })
  // Compared as a list, it is a list.
  return Object.defineProperty(recorded, 'clear', { enumerable: false })
}
