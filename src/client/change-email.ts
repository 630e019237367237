import type { EmailProof } from '../types/change-email.ts'
import { ask, type Recognise } from './request.ts'
import { openStore } from './store.ts'

/** The place of the routes. */
export interface ChangeEmailClientOptions {
  /** The origin of the routes, if it is not the page's. */
  url?: string
  /** Default `/api/auth`. */
  basePath?: string
}

/** A new address, and a token for the gate if the application has one. */
export interface NewEmail {
  email: string
  gateToken?: string
}

/**
 * Mails a link and a code to a new address of the signed-in person. Only the mail tells if the address is taken. Rejects with a
 * `ClientError`: `RecentSignInRequired` unless the person proved who they are within the last hour.
 *
 * @example
 * await changeEmail({ email })
 */
export async function changeEmail(
  wish: NewEmail,
  options?: ChangeEmailClientOptions,
): Promise<void> {
  await ask(`${routes(options)}/change-email`, leadsOn, wish)
}

/**
 * Changes the address by the mailed code, or by the token of the link. Rejects with a `ClientError`: `CredentialsSignin` if the code is
 * wrong, `Verification` if it was used or has expired.
 *
 * @example
 * await confirmEmail({ code })
 */
export async function confirmEmail(
  proof: EmailProof,
  options?: ChangeEmailClientOptions,
): Promise<void> {
  const base = routes(options)
  await ask(`${base}/change-email`, leadsOn, proof)
  // Listeners of this page's session get the new address.
  await openStore(base, 60_000).refresh()
}

const leadsOn: Recognise = (answer) => answer?.url

function routes({ url = '', basePath = '/api/auth' }: ChangeEmailClientOptions = {}): string {
  return url.replace(/\/$/, '') + basePath
}
