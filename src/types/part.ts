/**
 * A part as an application passes it on: a capability that is imported, because then nobody ships what they do not use. `Part` and
 * `MethodPart` of porticojs/method say what it must have. `Calls` are the namespaces that it adds to `auth`.
 */
export interface AnyPart<Calls extends object = object> {
  readonly name: string
  load(): Promise<{ calls?(reader: never): Calls }>
}

/** The namespaces that parts bring, of all of them at once; `unknown` where they bring none. */
export type CallsOf<Parts> = Together<CallsOfEach<Parts>>

/** The namespaces of each of several parts, as a union; `never` for those that bring none. */
export type CallsOfEach<Parts> =
  Parts extends AnyPart<infer Calls> ? (object extends Calls ? never : Calls) : never

/** The scopes that parts let the application ask for; any text where none does. */
export type ScopesOf<Parts> = [ScopesOfEach<Parts>] extends [never] ? string : ScopesOfEach<Parts>

type ScopesOfEach<Parts> = Parts extends {
  readonly scopes: readonly (infer Scope extends string)[]
}
  ? Scope
  : never

/** Every member of a union at once: what each of several parts brings is there. */
export type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
