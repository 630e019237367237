/** A widget as it is registered with Cloudflare. */
export type TurnstileWidget = {
  readonly siteKey: string
  readonly secretKey: string
  /** The hosts whose pages may show it; every host when left out. */
  readonly hostnames?: readonly string[]
}

/** The widget if none is registered. */
export const practiceWidget: TurnstileWidget = {
  siteKey: 'practice-turnstile',
  secretKey: 'practice-secret-of-turnstile',
}
