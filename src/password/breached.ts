import type { App } from '../app.ts'
import { encode, toHex } from '../crypto/runtime.ts'
import { reasonFor } from '../services/causes.ts'

/** The name that the emulator knows the service by. */
export const breachListId = 'pwned-passwords'

// https://haveibeenpwned.com/API/v3#PwnedPasswords
const range = 'https://api.pwnedpasswords.com/range/'

/** Milliseconds that somebody who chooses a password waits for the list. */
const patience = 1000

/** Seconds until the log says again that the list is not to be had. */
const quiet = 86_400

/** The list has all hashes that begin with so many digits. It learns no more of the password. */
const prefixLength = 5

/**
 * Says whether a password is known from a breach. Have I Been Pwned is told five digits of the hash, and no other host anything. If it
 * does not answer within a second, the password counts as unknown, and the log says so.
 */
export async function isBreached({ services }: App, password: string): Promise<boolean> {
  const hash = await sha1(password)
  const fetch = services.providerFetch(breachListId, undefined)
  try {
    const rows = await askRange(fetch, hash.slice(0, prefixLength))
    return (rows.get(hash.slice(prefixLength)) ?? 0) > 0
  } catch (thrown) {
    await services.memo('breached passwords are not to be had', quiet, async () =>
      services.logger.warn(
        `The list of breached passwords gave no answer (${reasonFor(thrown)}): new passwords are not looked up. Let this server reach api.pwnedpasswords.com, or pass \`breached: false\` to Password.`,
      ),
    )
    return false
  }
}

/** The count of each hash in the range, by the rest of its digits. */
async function askRange(
  fetch: typeof globalThis.fetch,
  prefix: string,
): Promise<ReadonlyMap<string, number>> {
  // With padding, the length of the answer does not tell which range it is. Padding has the count 0.
  const headers = { 'add-padding': 'true', 'user-agent': 'porticojs' }
  const signal = AbortSignal.timeout(patience)
  const response = await fetch(`${range}${prefix}`, { headers, signal })
  const lines = (await response.text()).trim().split(/\r?\n/)
  if (response.status !== 200 || !lines.every((line) => /^[\dA-F]{35}:\d+$/.test(line)))
    throw new Error(`it answered ${response.status}, and no range`)
  return new Map(
    lines.map((line) => {
      const [rest = '', count] = line.split(':')
      return [rest, Number(count)]
    }),
  )
}

async function sha1(password: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-1', encode(password.normalize('NFC')))
  return toHex(new Uint8Array(digest)).toUpperCase()
}
