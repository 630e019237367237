import { AuthError } from '../../errors.ts'
import { requireOperation } from '../../storage/require-operation.ts'
import type { Finding } from '../method.ts'
import { type CeremonyAnswer, judged, unverified } from './ceremony.ts'
import { fromStored, toStored } from './encoding.ts'
import { loadLibrary } from './library.ts'
import { relyingParty } from './relying-party.ts'

/** WebAuthn §7.1, registering a new credential: somebody made a passkey for us. */
export async function register(ending: CeremonyAnswer): Promise<Finding> {
  const { context, provider, storage, challenge, answer, flow } = ending
  if (flow.passkey?.ceremony !== 'register') throw unverified(provider.id, 'Nothing was registered')
  const { handle, person } = flow.passkey
  const { verifyRegistrationResponse } = await loadLibrary()
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
  return {
    provider,
    providerAccountId: handle,
    user: person,
    tokens: {},
    kept: {},
    passkey: {
      credentialID,
      providerAccountId: handle,
      credentialPublicKey: toStored(credential.publicKey),
      counter: credential.counter,
      credentialDeviceType,
      credentialBackedUp,
      transports: credential.transports?.join(',') ?? null,
      name: deviceName(context.request),
      createdAt: new Date(context.config.now()),
    },
  }
}

const devices: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'Chromebook'],
  [/Macintosh/, 'Mac'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
]

/** What a new passkey is called until its owner calls it something else. */
function deviceName({ headers }: Request): string {
  const agent = headers.get('user-agent') ?? ''
  return devices.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Passkey'
}
