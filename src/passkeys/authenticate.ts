import { encode, fromBase64url, toBase64url } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'
import { flowSeconds } from '../methods/flow.ts'
import type { Finding } from '../methods/method.ts'
import { requireOperation } from '../services/require-storage.ts'
import type { Authenticator, Storage } from '../types/storage.ts'
import {
  type BrowserAnswer,
  type CeremonyAnswer,
  judged,
  proofWords,
  unverified,
} from './ceremony.ts'
import { fromStored, toStored } from './encoding.ts'
import { lacksHandle } from './imported-without-handle.ts'
import { relyingParty } from './relying-party.ts'
import type { PasskeyChange, UsedPasskey } from './resolved.ts'

/** WebAuthn §7.2, verifying an authentication assertion: somebody holds a passkey that we know. */
export async function authenticate(ceremony: CeremonyAnswer): Promise<Finding<PasskeyChange>> {
  const { context, provider, challenge, answer } = ceremony
  const { verifyAuthenticationResponse } = await provider.library()
  const passkey = await findPasskey(ceremony)
  const party = relyingParty(context, provider)
  const { verified, authenticationInfo } = await judged(provider.id, () =>
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.ids,
      requireUserVerification: (provider.userVerification ?? 'required') === 'required',
      credential: {
        id: answer.id,
        publicKey: fromStored(passkey.credentialPublicKey),
        counter: passkey.counter,
      },
    }),
  )
  if (!verified) throw unverified(provider.id, 'The signature is wrong')
  const { newCounter, credentialBackedUp } = authenticationInfo
  const { credentialID, providerAccountId } = passkey
  const lastUsedAt = new Date(context.services.now())
  await claimCounter(ceremony, credentialID, newCounter)
  return {
    provider,
    providerAccountId,
    // A passkey that is removed while it is judged makes no new user.
    mayCreate: false,
    methodData: { used: { credentialID, counter: newCounter, credentialBackedUp, lastUsedAt } },
    user: {},
    tokens: {},
    kept: {},
    amr: proofWords(authenticationInfo),
  }
}

/** Accepts each value of a counter once, where no lock of the user makes it one step to judge a counter and to write it. */
async function claimCounter(
  { context, storage, provider }: CeremonyAnswer,
  credentialID: string,
  counter: number,
): Promise<void> {
  const { services, now } = context
  if (storage.lockUser || counter === 0) return
  const expires = new Date((now + flowSeconds) * 1000)
  if (await services.claim(`passkey ${credentialID} ${counter}`, expires)) return
  throw unverified(provider.id, 'The passkey was used elsewhere at the same time')
}

/** WebAuthn §7.2 step 22, in the transaction that signs the person in: no two uses are judged by the same counter. */
export async function saveUse(
  storage: Storage,
  provider: string,
  { credentialID, counter, ...use }: UsedPasskey,
  userId: string,
): Promise<void> {
  const passkey = await requireOperation(storage, 'getAuthenticator')(credentialID)
  if (passkey?.userId !== userId) throw unverified(provider, 'The passkey was removed meanwhile')
  if ((counter > 0 || passkey.counter > 0) && counter <= passkey.counter) {
    throw unverified(provider, 'The counter of the passkey went back: there may be a copy of it')
  }
  await requireOperation(storage, 'updateAuthenticatorCounter')(credentialID, counter)
  await storage.updateAuthenticator?.({ credentialID, ...use })
}

/** The passkey, if its owner still exists and is the one whom the passkey itself names. */
async function findPasskey({ provider, storage, answer }: CeremonyAnswer): Promise<Authenticator> {
  const id = fromBase64url(answer.id)
  const passkey = id && (await requireOperation(storage, 'getAuthenticator')(toStored(id)))
  if (!passkey) throw unknown(provider.id, 'There is no such passkey (any more)')
  const { providerAccountId, userId } = passkey
  const account = { provider: provider.id, providerAccountId }
  const owner = await requireOperation(storage, 'getUserByAccount')(account)
  if (owner?.id !== userId) throw unknown(provider.id, 'No user here has this passkey')
  if (!namesOwner(answer, passkey)) throw unverified(provider.id, 'The passkey names another user')
  return passkey
}

/** The reason that programs, and the next page, learn. */
export const unknownPasskey = 'unknown-passkey'

/** The page says so, and the browser no longer offers the passkey here (WebAuthn Level 3 §5.1.10). */
function unknown(provider: string, why: string): AuthError {
  return new AuthError('WebAuthnVerification', why, { provider, reason: unknownPasskey })
}

/**
 * WebAuthn §7.2 step 6. Passkeys that were made with Auth.js name the user by their id. Some libraries draw a name for each passkey and
 * forget it: then the credential's id alone says whose it is, as its signature proves.
 */
function namesOwner(
  { response }: BrowserAnswer,
  { providerAccountId, userId }: Authenticator,
): boolean {
  const { userHandle } = response
  if (lacksHandle(providerAccountId)) return true
  return userHandle === providerAccountId || userHandle === toBase64url(encode(userId))
}
