import type { ClientError } from '../../types/client.ts'
import { type Ask, notOurs } from './ask.ts'
import type { SignedIn } from './signed.ts'

/** The dependencies of a sign-in by a platform's library. */
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

/** Exchanges the library's token or code (RFC 8693), and goes on in the browser if another step is needed. */
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
