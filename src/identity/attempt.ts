import type { Finding, SignInIntent } from '../methods/method.ts'
import type { HeldSignIn } from '../methods/pending-sign-in.ts'

/** What somebody wanted when a sign-in started. */
export type Intent = Omit<SignInIntent, 'body' | 'params'>

/** A sign-in as far as it has come. */
export interface Attempt {
  /** The way in, then what confirmed that it is the same user. */
  readonly findings: readonly [Finding, ...Finding[]]
  readonly intent: Intent
  /** What was proven, and when. */
  readonly proof: { amr: string[]; authTime: number }
  /** The step that was taken last. */
  readonly before?: HeldSignIn | undefined
  /** The parts whose steps were taken. */
  readonly passed: readonly string[]
}
