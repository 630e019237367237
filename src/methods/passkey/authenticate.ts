import { encode, fromBase64url, toBase64url } from '../../crypto/runtime.ts'
import { requireOperation } from '../../storage/require-operation.ts'
import type { Authenticator } from '../../types/storage.ts'
import type { Finding } from '../method.ts'
import { type Answer, type CeremonyAnswer, judged, proofWords, unverified } from './ceremony.ts'
import { fromStored, toStored } from './encoding.ts'
import { loadLibrary } from './library.ts'
import { relyingParty } from './relying-party.ts'
import type { NewPasskey } from './resolved.ts'

/** WebAuthn §7.2, verifying an authentication assertion: somebody holds a passkey that we know. */
export async function authenticate(ceremony: CeremonyAnswer): Promise<Finding<NewPasskey>> {
  const { context, provider, storage, challenge, answer } = ceremony
  const { verifyAuthenticationResponse } = await loadLibrary()
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
  await requireOperation(storage, 'updateAuthenticatorCounter')(credentialID, newCounter)
  const lastUsedAt = new Date(context.config.now())
  await storage.updateAuthenticator?.({ credentialID, lastUsedAt, credentialBackedUp })
  return {
    provider,
    providerAccountId,
    user: {},
    tokens: {},
    kept: {},
    amr: proofWords(authenticationInfo),
  }
}

/** The passkey, if its owner still exists and is the one whom the passkey itself names. */
async function findPasskey({ provider, storage, answer }: CeremonyAnswer): Promise<Authenticator> {
  const id = fromBase64url(answer.id)
  const passkey = id && (await requireOperation(storage, 'getAuthenticator')(toStored(id)))
  if (!passkey) throw unverified(provider.id, 'There is no such passkey (any more)')
  const { providerAccountId, userId } = passkey
  const account = { provider: provider.id, providerAccountId }
  const owner = await requireOperation(storage, 'getUserByAccount')(account)
  if (owner?.id !== userId) throw unverified(provider.id, 'The passkey belongs to nobody here')
  if (!namesOwner(answer, passkey)) throw unverified(provider.id, 'The passkey names another user')
  return passkey
}

/** WebAuthn §7.2 step 6. Passkeys that were made with Auth.js name the user by their id. */
function namesOwner({ response }: Answer, { providerAccountId, userId }: Authenticator): boolean {
  const { userHandle } = response
  return userHandle === providerAccountId || userHandle === toBase64url(encode(userId))
}
