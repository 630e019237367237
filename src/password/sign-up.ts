import type { Context } from '../context.ts'
import { random } from '../crypto/random.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { passGate } from '../methods/gate.ts'
import { askByMail, countMail } from './ask-by-mail.ts'
import { countPassword, type Finished, readPassword } from './form.ts'
import { hash } from './hashing.ts'
import { readIdentifier } from './identifier.ts'
import { assertGoodPassword } from './judge.ts'
import type { ResolvedPassword } from './resolved.ts'

const maxNameLength = 100

/**
 * Somebody signs up. With an address nobody is created yet: the password waits in this browser until the address is proven, and whether
 * somebody has the address is found out after the answer.
 */
export async function signUp(
  context: Context,
  provider: ResolvedPassword,
  body: Body,
): Promise<Finished> {
  const { callbackUrl = context.origin, baseUrl } = context
  if (!provider.signUp)
    throw new AuthError('NotFound', 'Nobody can sign up here', { provider: provider.id })
  context.retryUrl = `${baseUrl}/signup`
  const account = readIdentifier(provider, body)
  const password = readPassword(provider, body.password)
  const byMail = provider.identifier === 'email'
  await (byMail ? countMail(context, account) : countPassword(context, provider, account))
  await passGate(context, { action: 'signUp', provider: provider.id, account, body })
  await assertGoodPassword(context, provider, password, [account])
  const name = typeof body.name === 'string' ? body.name.trim().slice(0, maxNameLength) : ''
  const hashed = await hash(password)
  if (byMail) {
    const asked = { purpose: 'signUp' as const, account, hash: hashed, ...(name && { name }) }
    return { response: await askByMail(context, provider, { ...asked, callbackUrl }) }
  }
  context.once = true
  const finding = {
    provider,
    providerAccountId: random(16),
    user: { name: name || account },
    tokens: {},
    kept: {},
    amr: ['pwd'],
    methodData: { hash: hashed, username: account },
  }
  return { finding, intent: { callbackUrl } }
}
