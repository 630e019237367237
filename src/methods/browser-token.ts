import type { Context } from '../context.ts'
import { random } from '../crypto/random.ts'

/**
 * The token that tells this browser from others, as a cookie keeps it; a new one if it has none. It is set again, which shows that no
 * foreign value was taken: no cookie could hold one.
 */
export function browserToken({ cookies }: Pick<Context, 'cookies'>, cookie: string): string {
  const kept = cookies.read(cookie) ?? ''
  return /^[\w-]{32}$/.test(kept) ? kept : random(24)
}
