import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Finding } from '../methods/method.ts'
import { accountPageText } from '../pages/account-text.ts'
import { requestFrame } from '../pages/request-frame.ts'
import { readUserAgent } from '../pages/user-agent.ts'
import { requireOperation } from '../services/require-storage.ts'
import type { Authenticator, Storage } from '../types/storage.ts'
import { authenticatorName } from './authenticator-names.ts'
import { type CeremonyAnswer, judged, proofWords, unverified } from './ceremony.ts'
import { fromStored, toStored } from './encoding.ts'
import { relyingParty } from './relying-party.ts'
import type { PasskeyChange } from './resolved.ts'

/** The library passes on what the browser said; only a list of words such as `internal` can be kept. */
function transportWords(provider: string, said: unknown): string | null {
  if (said === undefined) return null
  const isWord = (word: unknown) => typeof word === 'string' && /^[a-z-]{1,32}$/.test(word)
  if (!Array.isArray(said) || said.length > 16 || !said.every(isWord))
    throw unverified(provider, 'The transports are not a list of words')
  return said.join(',')
}

/** WebAuthn §7.1, registering a new credential: somebody made a passkey for us. */
export async function register(ceremony: CeremonyAnswer): Promise<Finding<PasskeyChange>> {
  const { context, provider, storage, challenge, answer, flow } = ceremony
  if (flow.state?.ceremony !== 'register') throw unverified(provider.id, 'Nothing was registered')
  const { handle, person } = flow.state
  const { verifyRegistrationResponse } = await provider.library()
  const party = relyingParty(context, provider)
  const { verified, registrationInfo } = await judged(provider.id, () =>
    verifyRegistrationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.ids,
      requireUserVerification: (provider.userVerification ?? 'required') === 'required',
    }),
  )
  if (!verified) throw unverified(provider.id, 'The new passkey is not valid')
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  const credentialID = toStored(fromStored(credential.id))
  if (await requireOperation(storage, 'getAuthenticator')(credentialID)) {
    throw new AuthError('AccountTaken', 'The passkey is registered already', {
      provider: provider.id,
    })
  }
  // Nobody proved the address. If it were the user's when it is free, signing up would tell which addresses are taken.
  const { email, ...user } = person
  return {
    provider,
    providerAccountId: handle,
    user,
    ...(email && { credentials: { email } }),
    tokens: {},
    kept: {},
    amr: proofWords(registrationInfo),
    addsWay: true,
    methodData: {
      created: {
        credentialID,
        providerAccountId: handle,
        credentialPublicKey: toStored(credential.publicKey),
        counter: credential.counter,
        credentialDeviceType,
        credentialBackedUp,
        transports: transportWords(provider.id, credential.transports),
        name: authenticatorName(registrationInfo.aaguid) ?? browserName(context),
        createdAt: new Date(context.services.now()),
      },
    },
  }
}

/** Keeps a new passkey. Whoever took another step first has it already: they were created before that step. */
export async function saveNew(
  storage: Storage,
  created: Omit<Authenticator, 'userId'>,
  userId: string,
): Promise<void> {
  const known = await storage.getAuthenticator?.(created.credentialID)
  if (known?.userId !== userId) await storage.createAuthenticator?.({ ...created, userId })
}

/** The name of a passkey until its owner gives it another, where its maker is not known: "Chrome on Windows". */
function browserName(context: Context): string {
  const { system, browser } = readUserAgent(context.request.headers.get('user-agent'))
  if (system && browser) return accountPageText(requestFrame(context)).device(browser, system)
  return system ?? 'Passkey'
}
