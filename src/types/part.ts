/**
 * A part as an application passes it: a capability that it imports, so that unused ones are not shipped. `Part` and `MethodPart` of
 * porticojs/method say what it must have. `Calls` are the namespaces that it adds to `auth`.
 */
export interface AnyPart<Calls extends object = object> {
  readonly name: string
  load(): Promise<{ calls?(reader: never): Calls }>
}

/** The namespaces of all parts together; `unknown` if there are none. */
export type CallsOf<Parts> = Together<CallsOfEach<Parts>>

/** The namespaces of each of several parts, as a union; `never` for those that bring none. */
export type CallsOfEach<Parts> =
  Parts extends AnyPart<infer Calls> ? (object extends Calls ? never : Calls) : never

/** The scopes that parts define; any text if none does. */
export type ScopesOf<Parts> = [ScopesOfEach<Parts>] extends [never] ? string : ScopesOfEach<Parts>

type ScopesOfEach<Parts> = Parts extends {
  readonly scopes: readonly (infer Scope extends string)[]
}
  ? Scope
  : never

/** The intersection of a union's members: the calls of all parts are there. */
export type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
