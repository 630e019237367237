import type { Part } from '../config/part.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { loadMethod, loadPart } from '../methods/load.ts'
import type { PartCode, StepCandidate } from '../methods/part-code.ts'
import type { User } from '../types/models.ts'
import type { Attempt } from './attempt.ts'

/** A step that somebody must take before they have a session. */
export interface NextStep {
  /** The path or address of the page that asks for it. */
  url: string
  /** The part that asks; undefined if the method does that found the person. */
  part?: string
  candidate: StepCandidate
}

/** The next step of a sign-in: the method's own first, then that of each part which was not taken yet. */
export async function findStep(
  context: Context,
  { findings, intent, proof, before, passed }: Attempt,
  own: string | undefined,
  foresee: () => Promise<{ user: User; isNewUser: boolean }>,
): Promise<NextStep | undefined> {
  // Who connects an account is signed in already.
  const parts = intent.link ? [] : askingParts(context.config, passed)
  if (own === undefined && parts.length === 0) return undefined
  const { user, isNewUser } = await foresee()
  const [{ provider }] = findings
  const candidate = {
    user,
    isNewUser: before?.isNewUser ?? isNewUser,
    provider: provider.id,
    amr: proof.amr,
  }
  if (own !== undefined) return { url: own, candidate }
  for (const { name, load } of parts) {
    const url = await (await load()).nextStep?.(context, candidate)
    if (url !== undefined) return { url, part: name, candidate }
  }
  return undefined
}

/** The parts that may ask for a step and whose step was not taken, each once. */
function askingParts(
  config: Config,
  passed: readonly string[],
): { name: string; load(): Promise<Pick<PartCode, 'nextStep'>> }[] {
  const methods = Array.from(config.providers.values(), (provider) => ({
    part: provider.method as Part,
    load: () => loadMethod(config, provider),
  }))
  const parts = config.parts.map((part) => ({ part, load: () => loadPart(config, part) }))
  const asking = new Map<string, () => Promise<Pick<PartCode, 'nextStep'>>>()
  for (const { part, load } of [...methods, ...parts])
    if (part.asksForSteps && !passed.includes(part.name)) asking.set(part.name, load)
  return Array.from(asking, ([name, load]) => ({ name, load }))
}
