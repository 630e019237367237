/** Headers as Node has them: by lower-case name. */
export type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Anything that identifies the sender of a request: the `Request`, its `Headers`, or an object that has headers, such as Node's
 * `IncomingMessage` and an upgrade request. Headers are enough for frameworks that hand out nothing else.
 */
export type RequestSource = Request | Headers | { readonly headers: Headers | PlainHeaders }

/** A user by id. The id is not verified: pass only ids that your own code found, never one that a visitor sent. */
export interface UserById {
  userId: string
}

/** The user whom a call is about: the sender of a request, or a user by id. */
export type Who = RequestSource | UserById
