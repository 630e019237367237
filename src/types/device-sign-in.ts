import type { Who } from './who.ts'

/** A program that may ask people to sign in on it. */
export interface DeviceClient<Scope extends string = string> {
  /** The name that people know. The page asks whether this program may act for them. */
  name: string
  /** The most that it may do, in your own words; `session.scopes` has what it was given. Default: whatever your code lets the person do. */
  scopes?: readonly Scope[]
}

/** The options of `DeviceSignIn()`. */
export interface DeviceSignInOptions<Scope extends string = string> {
  /** The programs that may ask, by their `client_id`: a name, or a name with scopes. */
  clients: Readonly<Record<string, string | DeviceClient<Scope>>>
  /** The time a device stays signed in: `'90d'`, `'12h'` or seconds, at most 180 days. Default `'90d'`. */
  maxAge?: string | number
  /** The beginning of every key, by which secret scanners know it: letters, digits and `_`, with a `_` at the end. Default `portico_dev_`. */
  prefix?: string
}

/** A device on which a user is signed in. Its key is stored nowhere. */
export interface OwnDevice {
  /** The id that `auth.devices.end()` takes. It is no credential. */
  id: string
  /** The `client_id` of the program. */
  client: string
  /** The name of the program. */
  name: string
  /** The scopes that limit it; null if nothing does. */
  scopes: string[] | null
  /** The IP address that the device asked from; null if it was not known. */
  ip: string | null
  createdAt: Date
  /** The last use, to the minute; null if there was none. */
  lastUsedAt: Date | null
  expires: Date
}

/** The devices of users. */
export interface DeviceNamespace {
  /**
   * The devices on which a person is signed in.
   *
   * @example
   * const devices = await auth.devices.list(request)
   */
  list(who: Who): Promise<OwnDevice[]>
  /** Signs a device out at once, by its `id` in `list()`. */
  end(who: Who, id: string): Promise<void>
}

/** The calls that device sign-in adds to `auth`. */
export interface DeviceCalls {
  readonly devices: DeviceNamespace
}

/** Every sentence of the pages about devices. */
export interface DeviceText {
  /** The title of the page where the code is entered. */
  readonly title: string
  readonly text: string
  readonly code: string
  readonly continue: string
  readonly wrong: string
  readonly wrongText: string
  /** The title of the page that asks whether a program may sign in. */
  readonly question: (program: string) => string
  /** Names the user who would be signed in. */
  readonly as: (name: string) => string
  readonly warning: string
  /** Stands before the address that the device asked from. */
  readonly from: string
  /** Stands before the time of its request. */
  readonly asked: string
  /** Stands before its scopes. */
  readonly scopes: string
  readonly approve: string
  readonly deny: string
  readonly approved: string
  readonly approvedText: (program: string) => string
  readonly denied: string
  readonly deniedText: (program: string) => string
  /** The title of the section of the account page. */
  readonly devices: string
  readonly none: string
  readonly neverUsed: string
  readonly end: string
  readonly add: string
}
