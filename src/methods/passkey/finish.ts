import { type Context, readForm } from '../../context.ts'
import { AuthError } from '../../errors.ts'
import type { WebAuthnConfig } from '../../types/webauthn.ts'
import { flowIntent, takeFlow } from '../flow.ts'
import type { Finding, FinishResult } from '../method.ts'
import { authenticate } from './authenticate.ts'
import { type CeremonyAnswer, readAnswer, readChallenge, requireStorage } from './ceremony.ts'
import { register } from './register.ts'

const ceremonies: Readonly<Record<string, (ending: CeremonyAnswer) => Promise<Finding>>> = {
  authenticate,
  register,
}

/** A passkey answered: finds the ceremony that it belongs to, uses it up, and says who holds the passkey. */
export async function finish(
  context: Context,
  provider: Readonly<WebAuthnConfig>,
): Promise<FinishResult> {
  const { config, request } = context
  if (request.method !== 'POST') {
    throw new AuthError('MethodNotAllowed', `${request.method} is not possible here`, {
      field: 'POST',
    })
  }
  const body = await readForm(context)
  await config.consumeLimit('passkey', { request })
  const answer = readAnswer(provider.id, body.data)
  const { challenge, id } = readChallenge(provider.id, answer)
  const flow = await takeFlow(context, provider.id, id, 'passkey')
  const ceremony = flow.passkey?.ceremony ?? ''
  const end = ceremonies[ceremony]
  if (!end || (body.action !== undefined && body.action !== ceremony)) {
    throw new AuthError('CheckFailed', 'The ceremony was begun for another purpose', {
      provider: provider.id,
      field: 'action',
    })
  }
  const storage = requireStorage(config, provider)
  const finding = await end({ context, provider, storage, flow, challenge, answer })
  return { finding, intent: flowIntent(flow) }
}
