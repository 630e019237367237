import type { Limit } from '../types/config.ts'
import type { ButtonFacts } from '../types/dialect.ts'
import type { SendMail } from '../types/email.ts'
import type { Callbacks } from '../types/hooks.ts'
import type { ItemKind } from '../types/item.ts'
import type { CommonProviderOptions } from '../types/provider-type.ts'
import type { Storage } from '../types/storage.ts'
import type { Emulator } from './emulator.ts'
import type { PartInputs, ProviderInputs } from './provider-inputs.ts'
import type { SessionRules } from './session.ts'

/** A provider after the configuration was read. Its method adds further fields. */
export interface ResolvedProvider extends Readonly<CommonProviderOptions> {
  readonly method: MethodPart
  readonly button?: ButtonFacts
  /** The token of HTML's `autocomplete` by which browsers offer it in fields for a name. */
  readonly autofills?: string | undefined
}

/** The configuration that a part's `check()` gets. */
export interface PartSurroundings {
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** All parts, methods among them. */
  readonly parts: readonly Part[]
  readonly emulator: Emulator | undefined
  readonly storage?: Storage | undefined
  readonly session?: SessionRules | undefined
}

/** A path below the base path that a part answers itself. */
export interface PathRule {
  /** The HTTP methods that it answers; HEAD follows from GET. */
  methods: readonly ('GET' | 'POST')[]
  /**
   * The place where the request names the provider: after the path (`/nonce/google`), in the query (`?provider=email`; default: the first),
   * or none, if all providers would answer the same or there is none.
   */
  provider: 'path' | 'query' | 'none'
}

/**
 * A capability that an application imports, as it is loaded at the start. It is an entry of `parts`, or the method of a provider: what is
 * not imported is not shipped. `load()` brings the code that does the work.
 */
export interface Part<Code extends object = object> {
  /** Unique among the parts of an application; the `type` of its providers, if it is a method. */
  readonly name: string
  /** Limits of what people may try, by name, with their defaults. */
  readonly limits?: Readonly<Record<string, Limit>>
  /** Paths below the base path that it answers, of one word or two: `device`, `device/code`. */
  readonly paths?: Readonly<Record<string, PathRule>>
  /** The calls that it adds to `auth`, by namespace: `{ documents: ['list', 'remove'] }`; `{ scan: [] }` adds the call `auth.scan`. */
  readonly namespaces?: Readonly<Record<string, readonly string[]>>
  /** The events that it emits; `events` of the configuration may have a function for each. */
  readonly events?: readonly string[]
  /** The events, about any user, that `happened` of its code receives. */
  readonly hears?: readonly string[]
  /** The kinds of items that it stores, made by `itemKind()`. */
  readonly kinds?: readonly ItemKind<never, never>[]
  /** Set to `steps` of porticojs/method by a part that may ask for another step before there is a session. */
  readonly steps?: () => Promise<object>
  /** Makes a reader of sessions besides those in the session cookie; `Part` of porticojs/method has its type. */
  readonly sessionReader?: (app: never) => object
  /** Returns an error if a user may have no session, in the transaction of every sign-in; `Part` of porticojs/method has its type. */
  readonly refuses?: (app: never, user: never) => Error | undefined
  /** Makes markup that stands above the built-in pages; `Part` of porticojs/method has its type. */
  readonly bar?: (context: never, reader: never) => Promise<object | undefined>
  /** Set by a part that asks everybody for a second proof before there is a session. */
  readonly isMandatory?: boolean
  /** True if the part's users are provisional; `promotion` of the code says who takes such a user's place. */
  readonly promotes?: true
  /** Returns the application's callbacks with what the part adds to them, once for each configuration. */
  callbacks?(own: Readonly<Callbacks>): Readonly<Callbacks>
  /** Keeps sessions of another library valid beside Portico's; `Part` of porticojs/method has its type. */
  readonly inheritSessions?: (own: never, app: never) => object
  /** Reads the environment, once for each configuration, and returns the part as it is used. Refuses with `configError()`. */
  complete?(inputs: PartInputs): Part<Code>
  /** Set by a part that sends mails, with the application's own `send`, if there is one. A method's providers have theirs. */
  readonly mail?: { readonly send?: SendMail | undefined }
  /** Refuses surroundings that it cannot work in, with `configError()`. */
  check?(surroundings: PartSurroundings): void
  load(): Promise<Code>
}

/** A part by which people sign in. */
export interface MethodPart<
  P extends ResolvedProvider = ResolvedProvider,
  Code extends object = object,
> extends Part<Code> {
  /** True if its providers are platforms that people know by name: "TikTok isn't responding". */
  readonly platforms?: boolean
  /** Reads a provider as it was written: fills in the environment, checks, refuses with `configError()`. */
  configure(written: CommonProviderOptions, inputs: ProviderInputs): Omit<P, 'method'>
  /** The names of its providers' options; advice names the one that a misspelt option means. */
  readonly options?: readonly string[]
  /** True if its form leads straight to the callback, without a start. */
  readonly startsAtCallback?: true
}
