import type { FlowRecord } from './flow-record.ts'

/** The requested, granted and declined scopes; `granted` is undefined while it is unknown. */
export function scopesOf({ facts }: FlowRecord): {
  asked: readonly string[]
  granted: readonly string[] | undefined
  declined: readonly string[]
} {
  const asked = facts.sent?.scopes ?? []
  const { granted } = facts
  const declined = granted
    ? asked.filter((scope) => !granted.some((one) => isSame(one, scope)))
    : []
  return { asked, granted, declined }
}

/** True if both are the same scope. Some platforms answer a short name with a URL that ends with it. */
function isSame(granted: string, asked: string): boolean {
  const isAddress = granted.startsWith('https://')
  return (
    granted === asked ||
    (isAddress && /[./]/.test(granted.at(-asked.length - 1) ?? '') && granted.endsWith(asked))
  )
}
