import type { Context } from '../context.ts'
import type { FoundWay, NextStep, StepCandidate } from '../methods/part-code.ts'
import { pendingSignIn } from '../methods/pending-sign-in.ts'
import { requireStorage } from '../services/require-storage.ts'
import { factorsOf, isOn, isPasskey } from './factors.ts'
import type { Rules } from './options.ts'
import { isTrusted } from './trusted-browsers.ts'

/**
 * The step that somebody must take, by who they are and whichever way they came: no method decides it, and none can leave it out. Only
 * a passkey that verified its user is two factors at once.
 */
export async function nextStep(
  context: Context,
  rules: Rules,
  { user, isNewUser, takesOver, provider, amr }: StepCandidate,
): Promise<NextStep | undefined> {
  const { config, baseUrl } = context
  const first = config.providers.get(provider)
  if (first && isPasskey(first) && amr.includes('mfa')) return undefined
  const hasNone = isNewUser || takesOver || user.id === undefined
  const factors = hasNone ? undefined : await factorsOf(context, `${user.id}`)
  if (factors && isOn(factors)) {
    if (await isTrusted(context, rules, `${user.id}`)) return undefined
    const proven = amr.join(', ') || 'nothing that is known'
    const why = `the user has a second factor, and ${provider} proved ${proven}`
    return { url: `${baseUrl}/second-factor`, why }
  }
  if (!(await rules.required?.({ user }))) return undefined
  const page =
    factors && rules.passkey && factors.passkeys > 0 ? 'second-factor' : 'second-factor-setup'
  return {
    url: `${baseUrl}/${page}`,
    why: '`required` returned true, and the user has none set up',
  }
}

/**
 * A passkey of the same user is a step after another way in. After a passkey that did not verify its user, only one that does is: the same
 * key twice is one factor.
 */
export async function takeFinding(
  context: Context,
  rules: Rules,
  { provider, providerAccountId, mayCreate, amr = [] }: FoundWay,
  { id }: { id: string },
): Promise<readonly string[] | undefined> {
  // `mayCreate` is false of a passkey that was shown, and not made.
  if (!isPasskey(provider) || mayCreate !== false) return undefined
  const storage = requireStorage(context.config)
  const owner = await storage.getUserByAccount?.({ provider: provider.id, providerAccountId })
  if (owner?.id !== id) return undefined
  const before = context.config.providers.get((await pendingSignIn(context))?.provider ?? '')
  if (amr.includes('mfa')) return amr
  return rules.passkey && !(before && isPasskey(before)) ? amr : undefined
}
