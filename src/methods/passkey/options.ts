import { type Context, readForm, resolveCallbackUrl } from '../../context.ts'
import { random } from '../../crypto/random.ts'
import { encode, fromBase64url } from '../../crypto/runtime.ts'
import { AuthError } from '../../errors.ts'
import type { Body } from '../../http/body.ts'
import { json } from '../../http/respond.ts'
import { requireOperation } from '../../storage/require-operation.ts'
import type { User } from '../../types/models.ts'
import type { Authenticator } from '../../types/storage.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'
import { canonicalAddress } from '../email/address.ts'
import { type Flow, flowId, flowSeconds, keepFlow } from '../flow.ts'
import type { Visitor } from '../method.ts'
import { requireStorage } from './ceremony.ts'
import { storedToUrl } from './encoding.ts'
import { loadLibrary } from './library.ts'
import { relyingParty } from './relying-party.ts'

type Provider = Readonly<WebAuthnConfig>

/** A ceremony that begins: what the browser is told, and what its answer will be checked against. */
interface CeremonyOptions {
  options: object
  flow: Required<Pick<Flow, 'passkey'>> & Pick<Flow, 'link'>
}

interface CeremonyInputs {
  context: Context
  provider: Provider
  input: Body
  visitor: Awaited<ReturnType<Visitor>>
  challenge: Uint8Array<ArrayBuffer>
}

const defaultTimeout = 300_000

/** `GET|POST /webauthn-options/:provider?action=register|authenticate`: begins a ceremony. */
export async function showOptions(
  context: Context,
  provider: Provider,
  readVisitor: Visitor,
): Promise<Response> {
  const { request, now, query } = context
  const input = request.method === 'POST' ? await readForm(context) : Object.fromEntries(query)
  const visitor = await readVisitor()
  const action = String(input.action ?? (visitor ? 'register' : 'authenticate'))
  const begin = ceremonies[action]
  if (!begin) {
    throw new AuthError('InvalidRequest', 'A passkey is registered or authenticates', {
      provider: provider.id,
      field: 'action',
    })
  }
  // The challenge is the flow's id, so that the answer names the flow, once.
  const id = flowId(now)
  const scene = { context, provider, input, visitor, challenge: encode(id) }
  const { options, flow } = await begin(scene)
  const seconds = Math.max(flowSeconds, Math.ceil((provider.timeout ?? defaultTimeout) / 1000))
  const callbackUrl = await resolveCallbackUrl(context, input.callbackUrl)
  const { data } = input
  const whole: Flow = {
    id,
    provider: provider.id,
    callbackUrl,
    expires: now + seconds,
    ...(typeof data === 'string' && data !== '' && data.length <= 1024 && { data }),
    ...flow,
  }
  await keepFlow(context, whole, { named: true, crossSite: false, drawer: 'passkey' })
  return json({ action, options }, context.outgoing)
}

const ceremonies: Readonly<Record<string, (scene: CeremonyInputs) => Promise<CeremonyOptions>>> = {
  authenticate,
  register,
}

/** Which passkeys there are is not said: the browser knows which of them it has, and nobody learns who has any. */
async function authenticate({
  context,
  provider,
  challenge,
}: CeremonyInputs): Promise<CeremonyOptions> {
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(context, provider).id,
    challenge,
    timeout: provider.timeout ?? defaultTimeout,
    userVerification: provider.userVerification ?? 'required',
  })
  return { options, flow: { passkey: { ceremony: 'authenticate' } } }
}

async function register(scene: CeremonyInputs): Promise<CeremonyOptions> {
  const { context, provider, visitor, challenge } = scene
  const { generateRegistrationOptions } = await loadLibrary()
  const party = relyingParty(context, provider)
  const known = visitor ? await listPasskeys(context, provider, visitor.userId) : []
  const person = visitor ? visitor.session.user : newPerson(scene)
  const { handle, link } = visitor
    ? {
        handle: known.map(userHandle).find(Boolean) ?? random(32),
        link: { userId: visitor.userId, sessionId: visitor.sessionId },
      }
    : { handle: random(32), link: undefined }
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
  const passkey = { ceremony: 'register', handle, person: visitor ? {} : person } as const
  return { options, flow: { passkey, ...(link !== undefined && { link }) } }
}

async function listPasskeys(
  { config }: Context,
  provider: Provider,
  userId: string,
): Promise<Authenticator[]> {
  const storage = requireStorage(config, provider)
  if (await requireOperation(storage, 'getUser')(userId)) {
    return requireOperation(storage, 'listAuthenticatorsByUserId')(userId)
  }
  throw new AuthError('SessionRequired', 'The signed-in person is not in the storage', {
    provider: provider.id,
    hint: 'A passkey belongs to a stored user. Users of `authorize` are stored with `session: { strategy: "database" }`.',
  })
}

/** The user handle of a passkey that was made here. Auth.js put the credential's id in its place. */
function userHandle({ providerAccountId, credentialID }: Authenticator): string | undefined {
  return providerAccountId === credentialID ? undefined : providerAccountId
}

/** Somebody new, by what they typed. */
function newPerson({ provider, input }: CeremonyInputs): User {
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
  return { ...(name && { name }), ...(email && { email }) }
}
