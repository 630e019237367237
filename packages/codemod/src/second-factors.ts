import type { Note } from './source.ts'

/** The words that applications use for a second factor of their own, in code and in schemas. */
const words: readonly RegExp[] = [
  /two[-_ ]?factor|second[-_ ]?factor|(?<![a-z])(?:totp|2fa|mfa)(?![a-z])|otp_?secret|\botplib\b|\bspeakeasy\b/i,
  /(?<=[a-z])(?:Totp|TOTP|2FA|Mfa|MFA)(?![a-z])|(?<![a-zA-Z])(?:totp|mfa)(?=[A-Z])/,
]

const asked =
  'people have a second factor of the application’s own, which is still asked for here, and nowhere else: a way in that you add would let them in without it. Sign in as one of them before you go live; `SecondFactor()` asks at every way in'

const kept =
  'people have a second factor of the application’s own, and nothing that Auth.js calls asks for it: find out what does, and sign in as one of them before you go live'

/** Files that may describe a user's fields. */
const schema = /\.prisma$|(^|\/)(schema|models?|entities|tables)(\/|[\w.-]*\.[cm]?[jt]s$)/i

/**
 * Notes about a second factor of the application's own. The move keeps the code that asks for it, but only a person can see that it still
 * asks.
 */
export function judgeSecondFactors(
  files: ReadonlyMap<string, string>,
  isMoving: (path: string) => boolean,
): { path: string; note: Note }[] {
  const found = [...files].flatMap(([path, text]) => {
    const starts = words.map((word) => text.search(word)).filter((start) => start >= 0)
    return starts.length > 0 ? [{ path, start: Math.min(...starts) }] : []
  })
  const asking = found.filter(({ path }) => isMoving(path))
  const places = asking.length > 0 ? asking : found.filter(({ path }) => schema.test(path))
  const note = asking.length > 0 ? asked : kept
  return places
    .slice(0, mostPlaces)
    .map(({ path, start }) => ({ path, note: { start, note, importance: 'first' } }))
}

/** These places lead to the others. */
const mostPlaces = 3
