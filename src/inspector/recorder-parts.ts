import type { Engine } from '../engine.ts'
import type { Entry, FlowRecord } from './flow-record.ts'
import type { Masker } from './mask.ts'
import type { Store } from './store.ts'

/** The tools that the parts of a recorder share. */
export interface Recording {
  readonly engine: Engine
  readonly store: Store
  readonly masker: Masker
}

/** The number of steps that are recorded of one sign-in. */
const maxEntries = 60

/** Adds a step to a sign-in. */
export function addEntry(flow: FlowRecord, entry: Entry): Entry {
  if (flow.entries.length < maxEntries) flow.entries.push(entry)
  return entry
}
