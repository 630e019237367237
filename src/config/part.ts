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

/** A provider after the configuration was read. Its method knows what else it has. */
export interface ResolvedProvider extends Readonly<CommonProviderOptions> {
  readonly method: MethodPart
  readonly button?: ButtonFacts
  /** The word of HTML's `autocomplete` by which the browser offers it wherever a name is typed. */
  readonly autofills?: string | undefined
}

/** The surroundings of a part, as far as they are read before it is asked whether it can work in them. */
export interface PartSurroundings {
  readonly providers: ReadonlyMap<string, ResolvedProvider>
  /** All of them, those of the methods too. */
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
   * The place where the request names the provider: behind the path (`/nonce/google`), in the query (`?provider=email`; who names none is
   * answered by the first), or none, when every provider would answer the same, or there is no provider.
   */
  provider: 'path' | 'query' | 'none'
}

/**
 * A capability that an application imports, as far as it is loaded at the start. It stands in `parts`, or a provider carries it along as
 * its method: what is not imported is not shipped. `load()` brings the code that does the work.
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
  /** The events that its code is told of, whoever they happen to; `happened` of the code hears them. */
  readonly hears?: readonly string[]
  /** The kinds of items that it keeps in the storage, of `itemKind()`. */
  readonly kinds?: readonly ItemKind<never, never>[]
  /** Set to `steps` of porticojs/method by a part that may ask for another step before there is a session. */
  readonly steps?: () => Promise<object>
  /** Makes a reader of sessions besides those in the session cookie; `Part` of porticojs/method has its type. */
  readonly sessionReader?: (app: never) => object
  /** Says why a user may have no session, in the transaction of every sign-in; `Part` of porticojs/method has its type. */
  readonly refuses?: (app: never, user: never) => Error | undefined
  /** Makes markup that stands above the built-in pages; `Part` of porticojs/method has its type. */
  readonly bar?: (context: never, reader: never) => Promise<object | undefined>
  /** Set by a part that asks everybody for a second proof before there is a session. */
  readonly isMandatory?: boolean
  /** True of a part whose users are provisional; `promotion` of the code says who takes such a user's place. */
  readonly promotes?: true
  /** Returns the application's callbacks with what the part adds to them, once for each configuration. */
  callbacks?(own: Readonly<Callbacks>): Readonly<Callbacks>
  /** Lets sessions of another library go on beside our own; `Part` of porticojs/method has its type. */
  readonly inheritSessions?: (own: never, app: never) => object
  /** Reads the environment, once for each configuration, and returns the part as it is used. Refuses with `configError()`. */
  complete?(inputs: PartInputs): Part<Code>
  /** Set by a part that sends mails, with the application's own way to send its mails, if there is one. A method's providers have theirs. */
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
  /** Its providers are platforms that people know by name: "TikTok isn't responding". */
  readonly platforms?: boolean
  /** Reads a provider as it was written: fills in the environment, checks, refuses with `configError()`. */
  configure(written: CommonProviderOptions, inputs: ProviderInputs): Omit<P, 'method'>
  /** The names of its providers' options; one that is nearly like them is pointed out. */
  readonly options?: readonly string[]
  /** Its form leads straight to the callback: there is nowhere else to start. */
  readonly startsAtCallback?: true
}
