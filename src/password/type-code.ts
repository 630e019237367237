import type { Context } from '../context.ts'
import { equal } from '../crypto/compare.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { typedCode } from '../http/typed-code.ts'
import { resumeFlow } from '../methods/flow.ts'
import { knownDevice } from '../methods/known-device.ts'
import { checkMailUrl, codeHash } from './ask-by-mail.ts'
import { requireFlow } from './flow.ts'
import { type Finished, readPassword } from './form.ts'
import { hash } from './hashing.ts'
import { assertGoodPassword } from './judge.ts'
import { findLink, proven } from './link.ts'
import type { ResolvedPassword } from './resolved.ts'

/** A code was typed, in the browser that asked for it. Whoever forgot their password types the new one along with it. */
export async function typeCode(
  context: Context,
  provider: ResolvedPassword,
  body: Body,
): Promise<Finished> {
  const { services, request } = context
  const flow = await requireFlow(context, provider, body.flow)
  resumeFlow(context, flow)
  context.retryUrl = checkMailUrl(context, flow)
  const { account, token, code } = flow.state
  const password = flow.state.hash ? undefined : readPassword(provider, body.password)
  const device = await knownDevice(context, account)
  const triesLeft = await services.consumeLimit('code', { account, device, request })
  if (!equal(await codeHash(flow.id, typedCode(String(body.code))), code)) {
    if (Number.isFinite(triesLeft)) context.triesLeft = triesLeft
    throw new AuthError('CredentialsSignin', 'The code is not the one that was mailed', {
      provider: provider.id,
      reason: 'code-wrong',
      hint: 'The person mistyped it, or guesses. The number of tries is limited.',
    })
  }
  const link = await findLink(context, provider, token)
  // The code stays good if the new password is refused: the link is used up with the password that is written.
  if (password !== undefined)
    await assertGoodPassword(context, provider, password, [account, link.address])
  return proven(context, provider, link, {
    flow,
    hash: flow.state.hash ?? (await hash(password ?? '')),
  })
}
