import type { Awaitable } from './models.ts'

/** An attempt that a gate judges. */
export interface GateCheck {
  /** The request; its body was read already. */
  readonly request: Request
  /** The action that is attempted: `mail` (sends one), `credentials` (checks them), `signUp` (creates a user), or a part's own. */
  readonly action: string
  /** The field `gateToken`, if it is text. It works once: a second attempt with it is refused without calling the gate. */
  readonly token: string | undefined
  /** The application's own origin. */
  readonly origin: string
  /** The visitor's IP address, if it is known. */
  readonly ip: string | undefined
  /** The provider's id. */
  readonly provider: string | undefined
  /** The address or account name that was typed. */
  readonly account: string | undefined
  /** Reaches other servers, within the limits of outgoing requests. */
  readonly fetch: typeof fetch
  /** Aborts at the timeout. */
  readonly signal: AbortSignal
}

/** Judges an attempt: true lets it pass. */
export type GateJudge = (check: GateCheck) => Awaitable<boolean>

/** Options of every gate. */
export interface GateOptions {
  /** The milliseconds that an answer may take. Default: 5,000. */
  timeout?: number | undefined
}

/** Options of `Altcha()`. */
export interface AltchaOptions extends GateOptions {
  /** Rounds of PBKDF2 for one try; a token takes 256 tries on average. Default: 5,000, about a second in all. */
  cost?: number
}

/** Options of `Turnstile()`. */
export interface TurnstileOptions extends GateOptions {
  /** The key by which the widget knows your site; everybody sees it. Default: AUTH_TURNSTILE_SITE_KEY. */
  siteKey?: string | undefined
  /** The key that your server asks Cloudflare with. Default: AUTH_TURNSTILE_SECRET_KEY. */
  secretKey?: string | undefined
}

/** Every sentence that the pages say about the gate. */
export interface GateText {
  refused: string
  refusedText: string
  failed: string
  failedText: string
  back: string
  needsScript: string
}
