import type { Context } from '../context.ts'
import { sha256 } from '../crypto/hash.ts'
import { happened } from '../identity/happened.ts'
import { itemsOf } from '../identity/items.ts'
import { browserToken } from '../methods/browser-token.ts'
import { readUserAgent } from '../pages/user-agent.ts'
import { requireStorage } from '../services/require-storage.ts'
import { trustedBrowser } from './kinds.ts'
import type { Rules } from './options.ts'

const cookie = 'trusted'

/** Does not ask this browser again for a while, for this user. */
export async function trustBrowser(
  context: Context,
  { trustSeconds }: Rules,
  userId: string,
): Promise<void> {
  const { cookies, now, request } = context
  if (trustSeconds === 0) return
  // Several people may share a browser; each is trusted by an item of their own.
  const token = browserToken(context, cookie)
  const lookup = await sha256(`${userId} ${token}`)
  const { browser = '', system = '' } = readUserAgent(request.headers.get('user-agent'))
  const expires = new Date((now + trustSeconds) * 1000)
  const data = { generation: await generationOf(context, userId), browser, system }
  const items = itemsOf(context, trustedBrowser)
  await items.delete(lookup)
  await items.put({ lookup, userId, data, secret: undefined, expires })
  cookies.set(cookie, token, { maxAge: trustSeconds })
  await happened(context, { event: 'trustBrowser', userId })
}

/** True if this browser is not asked. Whatever cannot be read is no trust. */
export async function isTrusted(
  context: Context,
  { trustSeconds }: Rules,
  userId: string,
): Promise<boolean> {
  const token = context.cookies.read(cookie)
  if (token === undefined || trustSeconds === 0) return false
  const found = await itemsOf(context, trustedBrowser).find(await sha256(`${userId} ${token}`))
  if (found.state !== 'readable') return false
  const { item } = found
  // A shorter time that is configured later counts for those who are trusted already.
  const isLate = item.createdAt.getTime() + trustSeconds * 1000 <= context.services.now()
  return !isLate && item.data.generation === (await generationOf(context, userId))
}

/** Changes whenever all sessions of the user are ended, whoever does that and why. */
async function generationOf({ config }: Context, userId: string): Promise<string> {
  const user = await requireStorage(config).getUser?.(userId)
  return user?.sessionGeneration ?? ''
}
