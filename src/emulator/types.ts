import type { Clock, Shift } from './clock.ts'
import type { SigningKey } from './jwt.ts'
import type { Cell, Random } from './random.ts'
import type { Code, Delivery, Grant, Mail, Notice, Recordings, Token } from './records.ts'

/** A person who can sign in to a practice platform. */
export type Persona = {
  readonly id: string
  readonly name: string
  /** A few words about them, for the consent page. */
  readonly note?: string
  /** The real address of their picture, which the emulator serves itself. */
  readonly picture?: string
}

/** The facts about a registered application for the emulator's own pages. */
export type App = {
  readonly client_id: string
  readonly name: string
  readonly redirect_uris: readonly string[]
  readonly note?: string
}

/** The documented and the assumed rules of one part of a platform. */
export type Ground = {
  readonly about: string
  readonly documented: string
  readonly assumed: string
}

/** One platform: who may sign in, for which applications, and what each address answers. */
export type Platform = {
  readonly id: string
  readonly name: string
  readonly apps: readonly App[]
  readonly personas: readonly Persona[]
  readonly endpoints: readonly Endpoint[]
  /** Answers on the platform's hosts where no endpoint does: unknown path or wrong method. */
  readonly missing: Answer
  readonly webhooks?: Webhooks
  /** The sources of its rules, for the emulator's own page. */
  readonly grounds?: readonly Ground[]
  /** The page that an address leads to, such as that of a scanned QR code; undefined for other addresses. */
  readonly opens?: (address: string) => string | undefined
  /** Signs with a new key from now on; `forget` drops the old ones at once. */
  readonly rotateKeys?: (context: EmulatorContext, forget: boolean) => Promise<void>
}

/** One address of a platform. */
export type Endpoint = {
  /** Its name in faults and recordings: `authorize`, `token`, `userinfo`, `revoke` … */
  readonly name: string
  /** The real address; a final `*` stands for any rest of the path, and the parameters of a query are required. */
  readonly url: string
  readonly methods: readonly string[]
  readonly answer: Answer
  /** True keeps its requests out of the recordings. */
  readonly quiet?: boolean
  /** The documented ways in which this address fails, by name. */
  readonly faults?: Readonly<Record<string, Answer>>
}

/** Answers one request. */
export type Answer = (exchange: Exchange) => Response | Promise<Response>

/** One request, as an endpoint sees it. */
export type Exchange = {
  readonly context: EmulatorContext
  readonly method: string
  /** The real address that was asked for, however it was reached. */
  readonly url: URL
  readonly headers: Headers
  readonly text: string
  /** The form-encoded body; empty when the body is something else. */
  readonly form: URLSearchParams
  /** Writes a real address in the form in which this request arrived. */
  readonly link: (url: string) => string
  readonly signal: AbortSignal
}

/** Everything that answers share: the state, the time, and outgoing requests. */
export type EmulatorContext = {
  readonly state: State
  readonly clock: Clock
  readonly random: Random
  readonly seed: string
  /** Sends outgoing requests (webhooks). */
  readonly fetch: typeof fetch
  /** Writes a real address so that a browser on this machine can load it. */
  readonly locate: (url: string) => string
  /** Sends a platform's webhook, with retries. */
  readonly notify: (platform: string, notice: Notice) => void
}

/** The contents and signatures of a platform's webhooks. */
export type Webhooks = {
  /** The signed request, or `undefined` when the application registered no address. */
  readonly compose: (context: EmulatorContext, notice: Notice) => Promise<Request | undefined>
  /** The id by which an application knows a person. */
  readonly subjectOf: (context: EmulatorContext, client_id: string, persona: string) => string
  /** The notice that consent ended, and why. */
  readonly removed: (subject: string, client_id: string, reason: number) => Notice
}

/** An answer that an endpoint gives instead of its own. */
export type Fault = {
  /** The endpoint's name: `authorize`, `token`, `userinfo`, `revoke` … */
  readonly endpoint: string
  /** A documented failure or a broken connection by name, or an answer of your own. */
  readonly answer: string | Response | Answer
  /** The number of requests that get it; 1 when left out. */
  readonly times?: number
  /** Only this platform's endpoint, when several are emulated. */
  readonly platform?: string
}

/** All mutable state. Entries are replaced, never changed, so a shallow copy is a snapshot. */
export type State = {
  readonly random: Cell
  readonly shift: Shift
  readonly codes: Map<string, Code>
  readonly grants: Map<string, Grant>
  readonly tokens: Map<string, Token>
  /** Loose notes of platforms: pushed requests, tickets, used assertion ids. */
  readonly notes: Map<string, Readonly<Record<string, string>>>
  /** The times of calls, by the key of their rate limit. */
  readonly hits: Map<string, readonly number[]>
  readonly keys: Map<string, readonly SigningKey[]>
  readonly faults: Fault[]
  readonly deliveries: Delivery[]
  readonly mails: Mail[]
  readonly received: Recordings
}
