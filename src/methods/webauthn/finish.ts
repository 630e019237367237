import { type Context, ownBody } from '../../context.ts'
import { AuthError } from '../../errors.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'
import { takeFlow } from '../flow.ts'
import type { Finding, Finish } from '../method.ts'
import { authenticate } from './authenticate.ts'
import { challengeOf, type Ending, readAnswer, storageFor } from './ceremony.ts'
import { register } from './register.ts'

const ceremonies: Readonly<Record<string, (ending: Ending) => Promise<Finding>>> = {
  authenticate,
  register,
}

/** A passkey answered: finds the ceremony that it belongs to, uses it up, and says who holds the passkey. */
export async function finish(
  context: Context,
  provider: Readonly<WebAuthnConfig>,
): Promise<Finish> {
  const { config, request } = context
  if (request.method !== 'POST') {
    throw new AuthError('MethodNotAllowed', `${request.method} is not possible here`, {
      field: 'POST',
    })
  }
  const body = await ownBody(context)
  await config.spend('passkey', { request })
  const answer = readAnswer(provider.id, body.data)
  const { challenge, id } = challengeOf(provider.id, answer)
  const flow = await takeFlow(context, provider.id, id, 'passkey')
  const ceremony = flow.passkey?.ceremony ?? ''
  const end = ceremonies[ceremony]
  if (!end || (body.action !== undefined && body.action !== ceremony)) {
    throw new AuthError('CheckFailed', 'The ceremony was begun for another purpose', {
      provider: provider.id,
      field: 'action',
    })
  }
  const storage = storageFor(config, provider)
  const finding = await end({ context, provider, storage, flow, challenge, answer })
  const { target, data, link } = flow
  return {
    finding,
    wish: { target, ...(data !== undefined && { data }), ...(link !== undefined && { link }) },
  }
}
