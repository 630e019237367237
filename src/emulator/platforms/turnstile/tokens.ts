import { random } from '../../../crypto/random.ts'
import type { Emulator } from '../../emulator.ts'
import type { EmulatorContext } from '../../types.ts'

/** The site key, action and host that a token was earned for. */
export type Earned = {
  readonly siteKey: string
  readonly action: string
  readonly hostname: string
}

/** A stored token. */
type Kept = Record<keyof Earned | 'at', string>

/** The lifetime of a token, in milliseconds. */
const lifetime = 300_000

/** Issues a token. It is not drawn from the seed, because applications remember used tokens beyond a restart. */
export function mintToken({ state, clock }: EmulatorContext, earned: Earned): string {
  const token = `1.${random(32)}.${random(32)}`
  state.notes.set(keyOf(token), { ...earned, at: String(clock.now()) })
  return token
}

/** Uses up a token; returns what it was earned for, or undefined if it is unknown or expired. */
export function takeToken(
  { state, clock }: EmulatorContext,
  token: string,
): (Earned & { at: number }) | undefined {
  const kept = state.notes.get(keyOf(token)) as Kept | undefined
  state.notes.delete(keyOf(token))
  const at = Number(kept?.at)
  return kept && clock.now() - at < lifetime ? { ...kept, at } : undefined
}

function keyOf(token: string): string {
  return `turnstile ${token}`
}

/** A token as a person would earn it with the widget, for tests without a browser. */
export async function turnstileToken(
  { fetch }: Pick<Emulator, 'fetch'>,
  { siteKey = 'practice-turnstile', action, hostname }: Partial<Earned> & Omit<Earned, 'siteKey'>,
): Promise<string> {
  const query = new URLSearchParams({ sitekey: siteKey, action, hostname })
  const page = await fetch(`https://challenges.cloudflare.com/turnstile/v0/practice?${query}`)
  const [, token] = /data-token="([^"]+)"/.exec(await page.text()) ?? []
  if (token) return token
  throw new Error(`The practice Turnstile gave no token for ${action} on ${hostname}.`)
}
