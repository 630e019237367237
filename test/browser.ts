import { type Browser, type CDPSession, chromium as engine } from 'playwright-core'
import { available } from '../tools/available.mjs'

/** Where Chromium is, if this machine has it. */
const chromium: string | undefined = process.env.CHROMIUM_PATH || available('Chromium')

/** Starts a Chromium that talks to nobody by itself. The caller closes it. */
export async function launch(): Promise<Browser> {
  if (!chromium) throw new Error('No Chromium: apt-get install chromium, or set CHROMIUM_PATH')
  const browser = await engine.launch({ executablePath: chromium, args, timeout })
  browser.on('context', (context) => context.setDefaultTimeout(timeout))
  return browser
}

/** A busy machine may hang for longer than Playwright's half minute. */
const timeout = 120_000

/** True when Chromium is here; otherwise says aloud which tests are left out. */
export function haveChromium(tests: string): boolean {
  if (!chromium) console.warn(`SKIPPED: ${tests}: no Chromium (apt-get install chromium)`)
  return chromium !== undefined
}

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Adds a place for passkeys to a page, which makes and shows them whenever it is asked; returns its id. */
export async function addAuthenticator(
  devtools: CDPSession,
  transport: 'internal' | 'usb' = 'internal',
): Promise<string> {
  const able = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  const options = {
    protocol: 'ctap2',
    transport,
    ...able,
    automaticPresenceSimulation: true,
  } as const
  const added = await devtools.send('WebAuthn.addVirtualAuthenticator', { options })
  return added.authenticatorId
}
