import type { Context } from '../context.ts'
import { happened } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import { requireOperation, requireStorage } from '../services/require-storage.ts'
import { findKey } from './find-key.ts'
import { parseKey } from './key-text.ts'
import { appKey } from './kinds.ts'
import { answerApp } from './refusal.ts'
import type { KnownApps } from './settings.ts'

/** `/native-revoke`: an app signs out (RFC 7009). An invalid key ends nothing, and the answer is the same. */
export function answerRevoke(apps: KnownApps, context: Context): Promise<Response> {
  return answerApp(context, async () => {
    const { token } = await context.body()
    const key = typeof token === 'string' ? parseKey(token) : undefined
    const found = key && (await findKey(context, apps, key))
    if (!found || found.age === 'old') return {}
    const { lookup, userId } = found.item
    await requireOperation(requireStorage(context.config), 'deleteSession')(lookup)
    await itemsOf(context, appKey).delete(lookup)
    const detail = { app: found.app.id }
    if (userId) await happened(context, { event: 'signOutApp', userId, detail })
    return {}
  })
}
