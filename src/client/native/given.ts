import type { ClientError } from '../../types/client.ts'
import { type Ask, notOurs } from './ask.ts'
import type { SignedIn } from './signed.ts'

/** The parts of a client that sign in by what a platform's library gave the app. */
export interface GivenTools<S> {
  readonly ask: Ask
  readonly app: string
  readonly device: string | undefined
  readonly signed: SignedIn<S>
  /** Through the browser. */
  signIn(): Promise<S | null>
}

export const urn = 'urn:ietf:params:oauth:'

/** Asks for a nonce that works once. */
export async function askNonce<S>({ ask, app }: GivenTools<S>): Promise<string> {
  const { nonce } = Object(await ask('native-nonce', { fields: { client_id: app } }))
  if (typeof nonce !== 'string') throw notOurs()
  return nonce
}

/** Exchanges what the library gave (RFC 8693), and goes on in the browser if more is asked for. */
export async function exchangeGiven<S>(
  { device, signed, signIn }: GivenTools<S>,
  fields: Readonly<Record<string, string | undefined>>,
): Promise<S | null> {
  try {
    const grant_type = `${urn}grant-type:token-exchange`
    return await signed.grant({ grant_type, ...fields, device })
  } catch (thrown) {
    if ((thrown as ClientError).code !== 'RecentSignInRequired') throw thrown
    return signIn()
  }
}
