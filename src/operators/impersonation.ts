import type { Config } from '../config.ts'
import { type Cookie, readUnrepeated, searchFor } from '../http/cookies.ts'
import { itemKind } from '../identity/item-kinds.ts'
import type { ItemKind } from '../types/item.ts'

/** The name of the part. */
export const part = 'operators'

/** The facts of an impersonation. */
export interface ImpersonationFacts {
  readonly [fact: string]: string
  /** The operator's id. */
  readonly actor: string
  /** The hash of the session that the operator began it in: it is good in that one alone. */
  readonly session: string
  readonly reason: string
}

/** Impersonations that are going on. Each belongs to the user who is helped, and is found by the hash of the key in its cookie. */
export const impersonation: ItemKind<ImpersonationFacts, undefined> = itemKind<ImpersonationFacts>({
  part,
  name: 'impersonation',
})

/** So many seconds, and no more: nothing renews it. */
export const impersonationSeconds: number = 30 * 60

const suffix = '-acting'

/** The key of an impersonation in a Cookie header. Nearly always one search in it, and nothing else. */
export function actingKey(config: Config, cookie: string, secure: boolean): string | undefined {
  if (!cookie.includes(suffix)) return undefined
  return readUnrepeated(cookie, searchFor(config.cookies(secure).session.name + suffix))
}

/** The cookie of an impersonation, beside the operator's own, which stays as it is. An empty key removes it. */
export function actingCookies(config: Config, secure: boolean, key: string): Cookie[] {
  const policy = config.cookies(secure)
  const maxAge = key ? impersonationSeconds : 0
  return policy
    .set('', 'session', key, { maxAge })
    .map((cookie) => ({ ...cookie, name: policy.session.name + suffix }))
}
