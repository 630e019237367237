import type { Context, CurrentSession } from '../context.ts'
import { random } from '../crypto/random.ts'
import { encode, fromBase64url } from '../crypto/runtime.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { readForm } from '../http/csrf.ts'
import { json } from '../http/respond.ts'
import { canonicalAddress } from '../methods/email/address.ts'
import { flowId, flowSeconds, keepFlow, linkRequest } from '../methods/flow.ts'
import { passGate } from '../methods/gate.ts'
import { requireOperation } from '../services/require-storage.ts'
import { isRecent, signedInAt } from '../sessions/sign-in-age.ts'
import type { User } from '../types/models.ts'
import type { Authenticator } from '../types/storage.ts'
import { requireStorage } from './ceremony.ts'
import { storedToUrl } from './encoding.ts'
import type { PasskeyFlow, PasskeyState } from './flow.ts'
import { lacksHandle } from './imported-without-handle.ts'
import { relyingParty } from './relying-party.ts'
import type { ResolvedPasskey } from './resolved.ts'
import { usablePasskeys } from './usable-passkeys.ts'

type Provider = ResolvedPasskey

/** A ceremony that begins: what the browser is told, and what its answer will be checked against. */
interface CeremonyOptions {
  options: object
  flow: Required<Pick<PasskeyFlow, 'state'>> & Pick<PasskeyFlow, 'link'>
}

interface CeremonyInputs {
  context: Context
  provider: Provider
  input: Body
  /** The session of the visitor. */
  current: CurrentSession | null
  challenge: Uint8Array<ArrayBuffer>
}

const defaultTimeout = 300_000

/** `GET|POST /webauthn-options/:provider?action=register|authenticate`: begins a ceremony. */
export async function showOptions(context: Context, provider: Provider): Promise<Response> {
  const { request, now, query } = context
  const input = request.method === 'POST' ? await readForm(context) : Object.fromEntries(query)
  const callbackUrl = await resolveCallbackUrl(context, input.callbackUrl)
  context.callbackUrl = callbackUrl
  const current = await context.currentSession()
  const action =
    input.action ?? (current && mayAdd(context, input, current) ? 'register' : 'authenticate')
  const begin = isCeremony(action) && ceremonies[action]
  if (!begin) {
    throw new AuthError('InvalidRequest', 'A passkey is registered or authenticates', {
      provider: provider.id,
      field: 'action',
    })
  }
  // The challenge is the flow's id, so that the answer names the flow, once.
  const id = flowId(now)
  const { options, flow } = await begin({
    context,
    provider,
    input,
    current,
    challenge: encode(id),
  })
  const seconds = Math.max(flowSeconds, Math.ceil((provider.timeout ?? defaultTimeout) / 1000))
  const { data } = input
  const whole: PasskeyFlow = {
    id,
    provider: provider.id,
    callbackUrl,
    expires: now + seconds,
    ...(typeof data === 'string' && data !== '' && data.length <= 1024 && { data }),
    ...flow,
  }
  await keepFlow(context, whole, { kind: 'ceremony' })
  return json({ action, options })
}

/** A request that names no ceremony wants one more passkey, if the session is recent. An old one asks for a passkey that is there. */
function mayAdd({ services }: Context, { link }: Body, current: CurrentSession): boolean {
  return link !== undefined || isRecent(services, signedInAt(current))
}

type Ceremony = PasskeyState['ceremony']

const ceremonies: Readonly<Record<Ceremony, (inputs: CeremonyInputs) => Promise<CeremonyOptions>>> =
  { authenticate, register }

function isCeremony(action: unknown): action is Ceremony {
  return typeof action === 'string' && Object.hasOwn(ceremonies, action)
}

/** Begins a sign-in without a list of passkeys: the browser knows which of them it has, and nobody learns who has any. */
async function authenticate({
  context,
  provider,
  challenge,
}: CeremonyInputs): Promise<CeremonyOptions> {
  const { generateAuthenticationOptions } = await provider.library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context, provider).id,
    challenge,
    timeout: provider.timeout ?? defaultTimeout,
    userVerification: provider.userVerification ?? 'required',
  })
  return { options, flow: { state: { ceremony: 'authenticate' } } }
}

async function register(inputs: CeremonyInputs): Promise<CeremonyOptions> {
  const { context, provider, current, challenge } = inputs
  const { generateRegistrationOptions } = await provider.library()
  const party = relyingParty(context, provider)
  const link = current ? await linkRequest(context, current) : undefined
  const { known, usable } = await ownPasskeys(inputs)
  const person = current ? current.session.user : await newPerson(inputs)
  // Not that of a passkey whose account is gone: it would be good again.
  const handle = usable.map(userHandle).find(Boolean) ?? random(32)
  const options = await generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    challenge,
    timeout: provider.timeout ?? defaultTimeout,
    userID: fromBase64url(handle) ?? encode(handle),
    userName: person.email ?? person.name ?? party.name,
    userDisplayName: person.name ?? person.email ?? '',
    excludeCredentials: known.map(({ credentialID }) => ({ id: storedToUrl(credentialID) })),
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: provider.userVerification ?? 'required',
    },
  })
  const state = { ceremony: 'register', handle, person: current ? {} : person } as const
  return { options, flow: { state, ...(link && { link }) } }
}

/** The passkeys of whoever is signed in, and those of them that still sign in. */
async function ownPasskeys({
  context,
  provider,
  current,
}: CeremonyInputs): Promise<{ known: Authenticator[]; usable: Authenticator[] }> {
  if (!current) return { known: [], usable: [] }
  const storage = requireStorage(context.config, provider)
  const { userId } = current
  if (await requireOperation(storage, 'getUser')(userId)) {
    const known = await requireOperation(storage, 'listAuthenticatorsByUserId')(userId)
    return { known, usable: await usablePasskeys(storage, provider, userId) }
  }
  throw new AuthError('SessionRequired', 'The signed-in person is not in the storage', {
    provider: provider.id,
    hint: 'A passkey belongs to a stored user. Users of `authorize` are stored with `session: { strategy: "database" }`.',
  })
}

/** The user handle of a passkey that was made here. Auth.js put the credential's id in its place; others forgot it. */
function userHandle({ providerAccountId, credentialID }: Authenticator): string | undefined {
  const isElsewhere = providerAccountId === credentialID || lacksHandle(providerAccountId)
  return isElsewhere ? undefined : providerAccountId
}

/** Somebody new, by what they typed. */
async function newPerson({ context, provider, input }: CeremonyInputs): Promise<User> {
  if (provider.signUp === false) {
    throw new AuthError('SessionRequired', 'Only someone who is signed in can add a passkey', {
      provider: provider.id,
    })
  }
  const fields = new Set(Object.keys(provider.formFields ?? { name: {} }))
  const name = fields.has('name') && typeof input.name === 'string' ? input.name.trim() : ''
  const email = fields.has('email') ? canonicalAddress(input.email) : undefined
  if ((fields.has('name') && name === '') || name.length > 100) {
    throw new AuthError('InvalidRequest', 'Whoever signs up with a passkey says their name', {
      provider: provider.id,
      field: 'name',
    })
  }
  // Before the device makes a passkey: one ceremony makes one user at most.
  const attempt = { action: 'signUp', provider: provider.id, account: email, body: input }
  await passGate(context, attempt)
  return { ...(name && { name }), ...(email && { email }) }
}
