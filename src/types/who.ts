/** Headers as Node has them: by lower-case name. */
export type PlainHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Anything that tells who sent a request: the `Request`, its `Headers`, or an object that has headers, such as Node's
 * `IncomingMessage` and an upgrade request. Frameworks that hand out only headers can ask with those.
 */
export type RequestSource = Request | Headers | { readonly headers: Headers | PlainHeaders }

/** A user by their id. Nobody is asked who they are: pass only ids that your own code found, never one that a visitor sent. */
export interface UserById {
  userId: string
}

/** Whom a call is about: the person who sent a request, or a user by their id. */
export type Who = RequestSource | UserById
