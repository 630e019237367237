import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** The facts of a token that are stored. Of the token itself only the hash is, as the lookup. */
export interface TokenFacts {
  readonly [fact: string]: string | string[]
  readonly name: string
  readonly scopes: string[]
}

/** Access tokens. */
export const accessToken: ItemKind<TokenFacts, undefined> = itemKind<TokenFacts>({
  part: 'access-tokens',
  name: 'token',
})
