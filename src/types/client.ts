import type { AuthErrorCode } from '../errors.ts'
import type { Session } from './models.ts'

/**
 * The kind of failure: the codes of the server, and three of the browser. `Offline`: there was no answer. `Unavailable`: the answer
 * was not the application's, such as that of a proxy. `Cancelled`: the person declined to show a passkey.
 */
export type ClientErrorCode = AuthErrorCode | 'Offline' | 'Unavailable' | 'Cancelled'

/** A failed question or action of the client. Go by `code`, never by the text. */
export interface ClientError extends Error {
  code: ClientErrorCode
  /** The HTTP status; undefined without an answer. */
  status?: number | undefined
  /** Seconds to wait before the next try, if the server said so. */
  retryAfter?: number | undefined
}

/** The session that `auth.session()` returns, from `typeof auth`, as a page gets it: as JSON, where a `Date` is a string. */
export type SessionOf<Auth> = Auth extends { requireSession(...values: never): Promise<infer S> }
  ? Received<S>
  : Received<Session>

/** A value as a page gets it as JSON, where a `Date` is a string. */
export type Received<T> = AsJson<T> extends T ? T : AsJson<T>

type AsJson<T> = T extends { toJSON(...values: never): infer J }
  ? J
  : T extends object
    ? { [K in keyof T]: AsJson<T[K]> }
    : T

/** The ids of the providers that `auth` has, from `typeof auth`; any other text is accepted too. */
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
