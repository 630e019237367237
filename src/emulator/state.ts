import type { Shift } from './clock.ts'
import type { Fault } from './faults.ts'
import type { Mail } from './inbox.ts'
import type { SigningKey } from './jwt.ts'
import type { Cell } from './random.ts'
import type { Notice, Received } from './types.ts'

/** An authorization code and everything it is bound to. */
export type Code = {
  readonly platform: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly persona: string
  readonly scopes: readonly string[]
  readonly expires: number
  /** What the authorization request said that matters later: challenge, nonce … */
  readonly details: Readonly<Record<string, string>>
  /** The grant that was made of it; a code that has one was used. */
  readonly grant?: string
}

/** What a person allowed an application. */
export type Grant = {
  readonly id: string
  readonly platform: string
  readonly client_id: string
  readonly persona: string
  readonly scopes: readonly string[]
  readonly details: Readonly<Record<string, string>>
  readonly at: number
  readonly revoked: boolean
}

/** A token and the grant behind it; one without a grant speaks for the application itself. */
export type Token = {
  readonly kind: 'access' | 'refresh'
  readonly platform: string
  readonly client_id: string
  readonly grant?: string
  readonly expires: number
  readonly spent: boolean
}

/** A webhook on its way. */
export type Delivery = {
  readonly id: number
  readonly platform: string
  readonly notice: Notice
  readonly first: number
  readonly due: number
  readonly attempts: number
  /** The application's last answer; 0 when the connection failed. */
  readonly status?: number
  readonly outcome: 'waiting' | 'delivered' | 'dropped' | 'unaddressed'
}

/** Requests received, oldest first. */
export type Recordings = Received[] & { readonly clear: () => void }

/** All that changes. Entries are replaced, never changed, so a shallow copy is a snapshot. */
export type State = {
  readonly random: Cell
  readonly shift: Shift
  readonly codes: Map<string, Code>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, Token>
  /** Loose notes of platforms: pushed requests, tickets, used assertion ids. */
  readonly notes: Map<string, Readonly<Record<string, string>>>
  /** When each rate-limited thing was asked for. */
  readonly hits: Map<string, readonly number[]>
  readonly keys: Map<string, readonly SigningKey[]>
  readonly faults: Fault[]
  readonly deliveries: Delivery[]
  readonly mails: Mail[]
  readonly received: Recordings
}

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
