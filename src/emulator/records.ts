/** A mail that an application sent. */
export type Mail = {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly at: number
}

/** An authorization code and everything it is bound to. */
export type Code = {
  readonly platform: string
  readonly client_id: string
  readonly redirect_uri: string
  readonly persona: string
  readonly scopes: readonly string[]
  readonly expires: number
  /** The details of the authorization request that are needed later: challenge, nonce … */
  readonly details: Readonly<Record<string, string>>
  /** The grant that was made of it; undefined until it is used. */
  readonly grant?: string
}

/** A person's permission for an application. */
export type Grant = {
  readonly id: string
  readonly platform: string
  readonly client_id: string
  readonly persona: string
  readonly scopes: readonly string[]
  readonly details: Readonly<Record<string, string>>
  readonly at: number
  readonly revoked: boolean
}

/** A token. One without a grant is the application's own. */
export type Token = {
  readonly kind: 'access' | 'refresh'
  readonly platform: string
  readonly client_id: string
  readonly grant?: string
  readonly expires: number
  readonly spent: boolean
}

/** A webhook and the state of its delivery. */
export type Delivery = {
  readonly id: number
  readonly platform: string
  readonly notice: Notice
  readonly first: number
  readonly due: number
  readonly attempts: number
  /** The status of the application's last answer; 0 if the connection failed. */
  readonly status?: number
  readonly outcome: 'waiting' | 'delivered' | 'dropped' | 'unaddressed'
}

/** Requests received, oldest first. */
export type Recordings = Received[] & { readonly clear: () => void }

/** One request as it arrived, for assertions and for the overview. */
export type Received = {
  readonly platform: string
  readonly endpoint: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** The parsed form or JSON, or the raw text of anything else. */
  readonly body: unknown
  readonly at: number
}

/** An event that a platform reports to an application by webhook. */
export type Notice = {
  readonly client_id: string
  readonly event: string
  /** The id of the account, as the application knows it. */
  readonly subject?: string
  readonly content?: Readonly<Record<string, unknown>>
  /** The moment it happened, in milliseconds; now, when left out. */
  readonly at?: number
}
