import type { AuthErrorCode } from '../errors.ts'
import type { Session } from './models.ts'

/**
 * The kind of failure: the server's codes, and three of the browser. `Offline`: there was no answer. `Unavailable`: something other than
 * the application answered, such as a proxy. `Cancelled`: the person declined to show a passkey.
 */
export type ClientErrorCode = AuthErrorCode | 'Offline' | 'Unavailable' | 'Cancelled'

/** A failed request of the client. Decide by `code`, never by the text. */
export interface ClientError extends Error {
  code: ClientErrorCode
  /** The HTTP status; undefined without an answer. */
  status?: number | undefined
  /** Seconds to wait before the next try, if the server said so. */
  retryAfter?: number | undefined
}

/** The session of `typeof auth` as a page receives it: as JSON, in which a `Date` is a string. */
export type SessionOf<Auth> = Auth extends { requireSession(...values: never): Promise<infer S> }
  ? Received<S>
  : Received<Session>

/** A value as a page receives it: as JSON, in which a `Date` is a string. */
export type Received<T> = AsJson<T> extends T ? T : AsJson<T>

type AsJson<T> = T extends { toJSON(...values: never): infer J }
  ? J
  : T extends object
    ? { [K in keyof T]: AsJson<T[K]> }
    : T

/** The provider ids of `typeof auth`; any other text is accepted, too. */
export type ProviderOf<Auth> = Auth extends {
  accessToken(who: never, account: infer Choice, ...values: never): unknown
}
  ? Extract<Choice, string>
  : string

/** An account that the signed-in person has connected. */
export interface LinkedAccount {
  provider: string
  providerAccountId: string
  type: string
  /** The scopes that the person granted. */
  scope?: string
  /** Expiry of the access token, in ISO 8601. */
  expires?: string
}
