import { AuthError } from '../errors.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { ItemPage } from '../types/item.ts'
import type { JsonValue } from '../types/models.ts'
import type { UserExport } from '../types/operators.ts'
import type { Storage } from '../types/storage.ts'

/** Everything that would let whoever reads the export act as the person, or break what they typed. */
const omitted = [
  'accounts: access_token, refresh_token, id_token, and other tokens and secrets of platforms',
  'sessions: sessionToken',
  'items: sealed',
  'tokens of mailed links and codes',
]

/** Gathers all that is stored about a user, as JSON holds it. */
export async function exportUser({ config }: SessionReader, id: string): Promise<UserExport> {
  const storage = requireStorage(config)
  const user = await requireOperation(storage, 'getUser')(id)
  if (!user) throw new AuthError('NotFound', 'There is no such user', { field: 'id' })
  const [accounts, sessions, passkeys, items, audit] = await Promise.all([
    storage.listAccounts?.(id) ?? [],
    storage.listSessions?.(id) ?? [],
    storage.listAuthenticatorsByUserId?.(id) ?? [],
    itemsOf(storage, id),
    storage.listAudit?.(id, Number.MAX_SAFE_INTEGER) ?? [],
  ])
  return {
    user: toJson(user),
    accounts: accounts.map((account) =>
      toJson(Object.fromEntries(Object.entries(account).filter(([name]) => !isSecret(name)))),
    ),
    sessions: sessions.map(({ sessionToken: _, ...session }) => toJson(session)),
    passkeys: passkeys.map(toJson),
    items,
    audit: audit.map(toJson),
    omitted: [...omitted],
  }
}

/** True of every name with `token` or `secret` in it but `token_type`: platforms name what they give out as they like. */
function isSecret(name: string): boolean {
  return /token|secret/i.test(name) && name !== 'token_type'
}

/** The items of all parts by kind, also of those that are not configured any more. */
async function itemsOf(storage: Storage, userId: string): Promise<UserExport['items']> {
  const byKind: Record<string, JsonObject[]> = {}
  let after: string | null = null
  do {
    const page: ItemPage = (await storage.listItems?.({ userId }, { after })) ?? {
      items: [],
      next: null,
    }
    for (const { kind, sealed: _, id: _id, userId: _user, ...item } of page.items) {
      byKind[kind] ??= []
      byKind[kind].push(toJson(item))
    }
    after = page.next
  } while (after !== null)
  return byKind
}

type JsonObject = Record<string, JsonValue>

/** A record as JSON has it: dates are texts. */
function toJson(record: object): JsonObject {
  return JSON.parse(JSON.stringify(record))
}
