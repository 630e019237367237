import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Finding } from '../methods/method.ts'
import { type HeldSignIn, readHeldSignIn, takePendingSignIn } from '../methods/pending-sign-in.ts'
import type { Attempt, Intent } from './attempt.ts'
import { releaseFindings } from './held-findings.ts'

/** The sign-in that a finding goes on with: a step is good once, and only for the user who took it. */
export async function continueAfterFinding(
  context: Context,
  finding: Finding,
): Promise<Attempt | undefined> {
  const { proves, providerAccountId } = finding
  const before = await readHeldSignIn(context)
  // The step of a part is taken where the part asks for it, and by no other way in.
  if (!before || before.part !== undefined) return undefined
  if (proves !== 'user' || providerAccountId !== before.userId) return undefined
  const findings = [...(await take(context, before)), finding]
  return {
    ...continued(before, findings),
    proof: combineProofs(context, finding, before, before.link),
  }
}

/** The sign-in that goes on after the step of a part. */
export async function continueAfterPart(
  context: Context,
  { part, amr }: { part: string; amr: readonly string[] },
): Promise<Attempt> {
  const before = await readHeldSignIn(context)
  if (before?.part !== part) throw nothingToTake()
  const attempt = continued(before, await take(context, before))
  const words = amr.length > 0 ? [...before.amr, ...amr, 'mfa'] : before.amr
  return {
    ...attempt,
    proof: { amr: [...new Set(words)], authTime: before.authTime },
    passed: [...before.passed, part],
  }
}

/** What was found before, used up. */
async function take(context: Context, before: HeldSignIn): Promise<Finding[]> {
  const findings = releaseFindings(context.config, before.held)
  if (!findings) throw nothingToTake()
  if (await takePendingSignIn(context, before)) return findings
  throw new AuthError('FlowMissing', 'This step of the sign-in was already taken')
}

function nothingToTake(): AuthError {
  return new AuthError('FlowMissing', 'No sign-in in this browser waits for this step')
}

/** Where the person wanted to go, and what the application sent along, when the sign-in began. */
function continued(before: HeldSignIn, findings: Finding[]): Omit<Attempt, 'proof'> {
  const { callbackUrl, data, link, passed } = before
  const [first, ...others] = findings
  if (!first) throw nothingToTake()
  const intent: Intent = { callbackUrl, ...(data !== undefined && { data }), ...(link && { link }) }
  return { findings: [first, ...others], intent, before, passed }
}

/**
 * What was proven, and when: by this finding, and by the step before. Two different methods are two factors; two mails are one. A way in
 * that is added makes no sign-in recent: whoever holds an old session may add their own.
 */
export function combineProofs(
  { config, now }: Context,
  { amr = [], authTime = now, provider }: Finding,
  before: HeldSignIn | undefined,
  link: Intent['link'],
): Attempt['proof'] {
  if (link) return { amr: [...(link.amr ?? [])], authTime: link.authTime ?? 0 }
  const factors = before && typeOf(config, before) !== provider.type ? ['mfa'] : []
  return {
    amr: [...new Set([...(before?.amr ?? []), ...amr, ...factors])],
    authTime: Math.min(authTime, now, before?.authTime ?? now),
  }
}

function typeOf({ providers }: Config, { provider }: HeldSignIn): string | undefined {
  return providers.get(provider)?.type
}
