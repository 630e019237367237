import { fromBase32 } from '../second-factor/base32.ts'
import { stepAt, totpCode } from '../second-factor/totp.ts'

/** An authenticator app, as people have it on their phone. */
export interface AuthenticatorApp {
  /** Scans a QR code: takes its address (`otpauth://…`), or the secret in base32. The app shows codes of the last one. */
  scan(secret: string): void
  /**
   * The code that the app shows. A code works once, so a second call in the same half minute returns the next one, which is accepted too;
   * a third rejects until the clock has moved.
   */
  code(): Promise<string>
}

/**
 * An authenticator app without a phone. `now` is its clock, in milliseconds.
 *
 * @example
 * const phone = authenticatorApp()
 * phone.scan((await page.locator('code').textContent()) ?? '')
 * await page.getByLabel('Code').fill(await phone.code())
 */
export function authenticatorApp(now: () => number = Date.now): AuthenticatorApp {
  let key: Uint8Array<ArrayBuffer> | undefined
  let last = -1
  return {
    scan(secret) {
      const written = URL.parse(secret)?.searchParams.get('secret') ?? secret
      key = fromBase32(written)
      last = -1
      if (!key?.length) throw new Error('The app cannot read that: it is no secret in base32')
    },
    async code() {
      if (!key) throw new Error('The app has scanned nothing yet. Set it up: browser.setUpFactor()')
      const current = stepAt(now() / 1000)
      const step = Math.max(current, last + 1)
      if (step > current + 1)
        throw new Error('Both codes of this half minute were used. Move the clock: advance(30_000)')
      last = step
      return totpCode(key, step)
    },
  }
}
