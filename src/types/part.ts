/**
 * A part as an application passes it on: a capability that is imported, so that nobody ships what they do not use. `Part` and
 * `MethodPart` of porticojs/method say what it must have. `Calls` are the namespaces that it adds to `auth`.
 */
export interface AnyPart<Calls extends object = object> {
  readonly name: string
  load(): Promise<{ calls?(reader: never): Calls }>
}

/** The namespaces that parts bring, of all of them at once. */
export type CallsOf<Parts> = Together<Parts extends AnyPart<infer Calls> ? Calls : never>

/** Every member of a union at once: what each of several parts brings is there. */
export type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
