import { sha256 } from '../crypto/hash.ts'
import { AuthError } from '../errors.ts'
import { tellOf } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import { requireRecentAsker } from '../identity/recent-sign-in.ts'
import { requireAsker, requireUserId } from '../identity/require-user.ts'
import { changeUser } from '../identity/ways-in.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { AccessTokenCalls, OwnAccessToken } from '../types/access-tokens.ts'
import type { Item } from '../types/item.ts'
import { accessToken, type TokenFacts } from './kind.ts'
import { readNewToken } from './new-token.ts'
import type { AccessTokenSettings } from './settings.ts'
import { makeToken } from './token-text.ts'

/** `auth.tokens`, for one configuration. */
export function tokenCalls(settings: AccessTokenSettings, reader: SessionReader): AccessTokenCalls {
  const { config, services } = reader
  return {
    tokens: {
      async create(who, wish) {
        const asker = await requireRecentAsker(reader, who)
        const { userId } = asker
        const { expires, ...data } = readNewToken(settings, wish, services.now())
        const token = makeToken(settings.prefix)
        const lookup = await sha256(token)
        const item = await changeUser(config, asker, async (inside) => {
          if ((await inside.getUser?.(userId)) === null)
            throw new AuthError('NotFound', 'There is no such user', { field: 'who' })
          return itemsOf(reader, accessToken, inside).put({ lookup, userId, data, expires, secret })
        })
        const detail = { id: lookup, ...data }
        await tellOf(reader, who, { event: 'createAccessToken', userId, detail })
        return { ...show(item), token }
      },

      async list(who, paging) {
        const userId = await requireUserId(reader, who)
        return listTokens(reader, userId, paging)
      },

      async revoke(who, id) {
        const asker = await requireAsker(reader, who)
        const { userId } = asker
        const name = await changeUser(config, asker, async (inside) => {
          const tokens = itemsOf(reader, accessToken, inside)
          const found = await tokens.find(id)
          if (found.state !== 'readable' || found.item.userId !== userId)
            throw new AuthError('NotFound', 'The person has no such token', { field: 'id' })
          await tokens.delete(id)
          return found.item.data.name
        })
        await tellOf(reader, who, { event: 'revokeAccessToken', userId, detail: { id, name } })
      },
    },
  }
}

/** Nothing to seal: of a token only the hash is stored, which grants no access. */
const secret = undefined

/** One page of a user's tokens. */
export async function listTokens(
  app: Pick<SessionReader, 'config' | 'services'>,
  userId: string,
  paging: { after?: string | null; limit?: number } = {},
): Promise<{ tokens: OwnAccessToken[]; next: string | null }> {
  const { items, next } = await itemsOf(app, accessToken).list(userId, paging)
  const tokens = items.flatMap((found) => (found.state === 'readable' ? show(found.item) : []))
  return { tokens, next }
}

function show({ lookup, data, createdAt, lastUsedAt, expires }: Item<TokenFacts, undefined>) {
  const { name, scopes } = data
  return { id: lookup, name, scopes: [...scopes], createdAt, lastUsedAt, expires }
}
