import type { Sample } from './sample.ts'

const spellings: Record<string, string> = {
  access_token: 'access_token',
  accessToken: 'access_token',
  refresh_token: 'refresh_token',
  refreshToken: 'refresh_token',
}

/**
 * The documented answer with new tokens in place of the documented ones. A missing token is `null`, as at Notion and Polar: a client that
 * accepts that accepts its absence too.
 */
export function reissued(
  answer: Sample['token'],
  tokens: Record<string, string | undefined>,
): object {
  const wrapped = Object.keys(answer).find((key) => memberOf(answer[key], 'access_token'))
  if (wrapped && !spelled(answer, 'access_token')) {
    const inner = answer[wrapped]
    const renew = (item: unknown) => reissued(item as Sample['token'], tokens)
    return { ...answer, [wrapped]: Array.isArray(inner) ? inner.map(renew) : renew(inner) }
  }
  const own = Object.entries(answer).filter(([key]) => spellings[key] === undefined)
  const renewed = Object.entries(tokens).map(([name, token]) => [
    spelled(answer, name) ?? name,
    token ?? null,
  ])
  return Object.fromEntries([...own, ...renewed])
}

function spelled(answer: object, name: string): string | undefined {
  return Object.keys(answer).find((key) => spellings[key] === name)
}

/** A member of an answer, at any depth and in any known spelling. */
export function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const here = Object.entries(value).find(([key]) => key === name || spellings[key] === name)
  if (here) return here[1]
  return Object.values(value)
    .map((inner) => memberOf(inner, name))
    .find((inner) => inner !== undefined)
}
