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
  /** The details of the authorization request that matter later: challenge, nonce … */
  readonly details: Readonly<Record<string, string>>
  /** The grant that was made of it; a code that has one was used. */
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

/** A token and the grant behind it; one without a grant speaks for the application itself. */
export type Token = {
  readonly kind: 'access' | 'refresh'
  readonly platform: string
  readonly client_id: string
  readonly grant?: string
  readonly expires: number
  readonly spent: boolean
}

/** A webhook on its way. */
export type Delivery = {
  readonly id: number
  readonly platform: string
  readonly notice: Notice
  readonly first: number
  readonly due: number
  readonly attempts: number
  /** The application's last answer; 0 when the connection failed. */
  readonly status?: number
  readonly outcome: 'waiting' | 'delivered' | 'dropped' | 'unaddressed'
}

/** Requests received, oldest first. */
export type Recordings = Received[] & { readonly clear: () => void }

/** One request as it arrived, for assertions and for the index page. */
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

/** Something a platform tells an application by webhook. */
export type Notice = {
  readonly client_id: string
  readonly event: string
  /** The account it is about, as the application knows it. */
  readonly subject?: string
  readonly content?: Readonly<Record<string, unknown>>
  /** The moment it happened, in milliseconds; now, when left out. */
  readonly at?: number
}
