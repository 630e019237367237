import type { Context } from '../context.ts'
import { findAccount } from './account-tokens.ts'
import { readCookieTokens } from './cookie-tokens.ts'

/** The id token of a user's account, as far as one was kept. */
export async function storedIdToken(
  context: Pick<Context, 'config' | 'services' | 'cookies' | 'origin'>,
  provider: string,
  userId: string | undefined,
): Promise<string | undefined> {
  if (userId === undefined) return undefined
  const { config, cookies, origin } = context
  if (!config.storage) {
    const secure = origin.startsWith('https:')
    const own = await readCookieTokens(context, cookies.header, secure, userId)
    return own[provider]?.id_token
  }
  const accounts = await config.storage.listAccounts?.(userId)
  return findAccount(accounts ?? [], provider)?.id_token
}
