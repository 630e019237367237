import { accessTokenKind } from '../identity/end-access-tokens.ts'
import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** The stored facts of a token. Of the token itself only the hash is stored, as the item's lookup. */
export interface TokenFacts {
  readonly [fact: string]: string | string[]
  readonly name: string
  readonly scopes: string[]
}

/** The kind of item that stores an access token. */
export const accessToken: ItemKind<TokenFacts, undefined> = itemKind<TokenFacts>(accessTokenKind)
