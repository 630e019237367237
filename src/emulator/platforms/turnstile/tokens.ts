import { random } from '../../../crypto/random.ts'
import type { Emulator } from '../../emulator.ts'
import type { EmulatorContext } from '../../types.ts'

/** The site key, action and host that a token was earned for. */
export type Earned = {
  readonly siteKey: string
  readonly action: string
  readonly hostname: string
}

/** A token as it is remembered. */
type Kept = Record<keyof Earned | 'at', string>

/** So many milliseconds a token is good for. */
const lifetime = 300_000

/** Gives out a token. It is not drawn from the seed: an application remembers those that were used beyond a restart. */
export function mintToken({ state, clock }: EmulatorContext, earned: Earned): string {
  const token = `1.${random(32)}.${random(32)}`
  state.notes.set(keyOf(token), { ...earned, at: String(clock.now()) })
  return token
}

/** The facts that a token was earned for, while it is good; it is good once. */
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

/** A token as a person earns it with the widget, for tests without a browser. */
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
