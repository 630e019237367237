import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { readForm } from '../http/csrf.ts'
import { flowIntent, takeFlow } from '../methods/flow.ts'
import { knownDevice, rememberDevice } from '../methods/known-device.ts'
import type { Finding, FinishResult } from '../methods/method.ts'
import { authenticate } from './authenticate.ts'
import { type CeremonyAnswer, readAnswer, readChallenge, requireStorage } from './ceremony.ts'
import type { PasskeyState } from './flow.ts'
import { register } from './register.ts'
import type { PasskeyChange, ResolvedPasskey } from './resolved.ts'

const ceremonies: Readonly<
  Record<PasskeyState['ceremony'], (answer: CeremonyAnswer) => Promise<Finding<PasskeyChange>>>
> = { authenticate, register }

/** A passkey answered: finds the ceremony that it belongs to, uses it up, and says who holds the passkey. */
export async function finish(
  context: Context,
  provider: ResolvedPasskey,
): Promise<FinishResult<PasskeyChange>> {
  const { config, services, request } = context
  if (request.method !== 'POST' && !context.form) {
    throw new AuthError('MethodNotAllowed', `${request.method} is not possible here`, {
      field: 'POST',
    })
  }
  const body = await readForm(context)
  // A passkey says whose it is after it was checked; what is counted are the devices that have used one here.
  const devices = `passkeys ${provider.id}`
  await services.consumeLimit('passkey', { request, device: await knownDevice(context, devices) })
  const answer = readAnswer(provider.id, body.data)
  const { challenge, id } = readChallenge(provider.id, answer)
  const flow = await takeFlow<PasskeyState>(context, provider.id, id, 'ceremony')
  const ceremony = flow.state?.ceremony
  if (!ceremony || (body.action !== undefined && body.action !== ceremony)) {
    throw new AuthError('CheckFailed', 'The ceremony was begun for another purpose', {
      provider: provider.id,
      field: 'action',
    })
  }
  const storage = requireStorage(config, provider)
  const finding = await ceremonies[ceremony]({
    context,
    provider,
    storage,
    flow,
    challenge,
    answer,
  })
  await rememberDevice(context, devices, finding.providerAccountId)
  return { finding, intent: flowIntent(flow) }
}
