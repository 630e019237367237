import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** The name of the part. */
export const part = 'native-apps'

/** The facts of a code that an app exchanges for its key. Only the hash of the code is stored, as the lookup. */
export interface CodeFacts {
  readonly [fact: string]: string | number
  readonly app: string
  readonly redirect: string
  /** The SHA-256 of the verifier, which only the app that began knows (RFC 7636). */
  readonly challenge: string
  /** The browser's session. If it ends before the code is exchanged, the code is void. */
  readonly sessionId: string
  /** The time and methods of the person's proof, as a stored session has them. The app's session proves no more. */
  readonly authTime: number
  readonly amr: string
}

/** Codes, which work once, within a minute. */
export const code: ItemKind<CodeFacts, undefined> = itemKind<CodeFacts>({ part, name: 'code' })

/** The facts of an app's key. Of the key and of its successor only the hashes are stored. */
export interface KeyFacts {
  readonly [fact: string]: string | number | null
  readonly app: string
  /** The hash of the secret that is in force. */
  readonly key: string
  /** The hash of its successor, from the moment the app asks for it until it is used. */
  readonly next: string | null
  /** The random text that, with the secret, yields the successor. */
  readonly salt: string | null
  /** The moment from which the secret is in force, in milliseconds since 1970. */
  readonly since: number
}

/** The keys of apps, one for each app on each device. The lookup is the token of the app's session, too. */
export const appKey: ItemKind<KeyFacts, undefined> = itemKind<KeyFacts>({ part, name: 'key' })
