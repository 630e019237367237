import type { Part } from '../config/part.ts'
import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { wantsJson } from '../http/respond.ts'
import { loadMethod } from '../methods/load.ts'
import { loadPart } from '../methods/load-part.ts'
import type { Finding } from '../methods/method.ts'
import type { NextStep, StepCandidate } from '../methods/part-code.ts'
import {
  type HeldSignIn,
  keepPendingSignIn,
  readHeldSignIn,
  takePendingSignIn,
} from '../methods/pending-sign-in.ts'
import type { Steps } from '../types/trace.ts'
import type { Attempt, Intent, SignInSteps, StepTools } from './attempt.ts'
import { holdFindings, releaseFindings } from './held-findings.ts'
import { userWithoutStorage } from './user-without-storage.ts'

/** The sign-in that a finding goes on with: a step is good once, and only for the user who took it. */
export const continueAfterFinding: SignInSteps['continueAfterFinding'] = async (
  context,
  finding,
) => {
  const { proves, providerAccountId } = finding
  const before = await readHeldSignIn(context)
  if (before?.part !== undefined) return continueForPart(context, before, finding, before.part)
  if (!before || proves !== 'user' || providerAccountId !== before.userId) return undefined
  const findings = [...(await take(context, before)), finding]
  return continued(context, before, combineProofs(context, finding, before), findings)
}

/** The step of a part is taken where the part asks for it, and by another way in only if the part says that it proves as much. */
async function continueForPart(
  context: Context,
  before: HeldSignIn,
  finding: Finding,
  name: string,
): Promise<Attempt | undefined> {
  const part = context.config.parts.find((each) => each.name === name)
  const code = part && (await loadPart(part))
  const amr = await code?.takeFinding?.(context, finding, { id: before.userId })
  if (!amr) return undefined
  const findings = [...(await take(context, before)), finding]
  return continued(context, ...passed(context, before, name, amr), findings)
}

/** The sign-in that goes on after the step of a part. */
export async function continueAfterPart(
  context: Context,
  { part, amr }: { part: string; amr: readonly string[] },
): Promise<Attempt> {
  const held = await readHeldSignIn(context)
  if (held?.part !== part) throw nothingToTake()
  const findings = await take(context, held)
  return continued(context, ...passed(context, held, part, amr), findings)
}

/** A sign-in whose step was taken, and what it proves by now. */
function passed(
  { services }: Context,
  held: HeldSignIn,
  part: string,
  amr: readonly string[],
): [before: HeldSignIn, proof: Attempt['proof']] {
  services.trace(() => ({ step: 'passed', line: `took the step of ${part}`, part, amr }))
  const words = amr.length > 0 ? [...held.amr, ...amr, 'mfa'] : held.amr
  const proof = { amr: [...new Set(words)], authTime: held.authTime }
  return [{ ...held, passed: [...held.passed, part] }, proof]
}

/** The page where a user of a session proves more, of the first part that has one. */
export const missingStep: SignInSteps['missingStep'] = async (app, id, level) => {
  for (const part of app.config.parts.filter(({ steps }) => steps)) {
    const url = await (await loadPart(part)).proveMore?.(app, { id }, level)
    if (url !== undefined) return url
  }
  return undefined
}

/**
 * Nobody has a session, and nothing is written or told about a user who exists, before the last step: until then the browser holds what
 * was found, sealed. Somebody new is created before their step, which may have something to keep for them, and whoever is the first to
 * prove an address takes over before theirs: a step must neither ask for what an earlier claimant left, nor be lost with it.
 */
export const hold: SignInSteps['hold'] = async (context, attempt, tools) => {
  const { own, kept, create } = tools
  const { findings, intent, proof, before } = attempt
  const passed = before?.passed ?? []
  // Who connects an account is signed in already.
  const asking = context.config.parts.filter(({ name, steps }) => steps && !passed.includes(name))
  const parts = intent.link ? [] : asking
  if (own === undefined && parts.length === 0) return undefined
  const { user, isNewUser: isNew, takesOver } = await foresee(context, attempt, tools)
  const isNewUser = before?.isNewUser ?? isNew
  const [{ provider }] = findings
  const candidate = { user, isNewUser, takesOver, provider: provider.id, amr: proof.amr }
  const step = own === undefined ? await firstStep(context, parts, candidate) : { url: own }
  if (!step) return undefined
  const created = (isNewUser || takesOver) && !before ? await create() : undefined
  if (created) await kept?.announce(context, findings[0], intent, created)
  const { id: userId } = created?.user ?? user
  const { id } = await keepPendingSignIn(context, {
    ...{ userId: `${userId}`, isNewUser, provider: provider.id, ...proof, ...intent },
    ...('part' in step && { part: step.part }),
    held: holdFindings(findings),
    stored: kept !== undefined,
    passed: [...passed],
  })
  tellOfStep(context, { provider: provider.id, id, part: undefined, ...step })
  return addressOf(context, step.url, 'part' in step ? step.part : provider.id)
}

/** The user who would be signed in. A person who would be refused is refused before they take another step. */
async function foresee(
  context: Context,
  { findings: [finding], intent }: Attempt,
  { kept, sessions }: StepTools,
): Promise<Pick<StepCandidate, 'user' | 'isNewUser' | 'takesOver'>> {
  const decision = await kept?.foresee(context, kept.storage, finding, intent, sessions)
  const takesOver = decision?.do === 'link' && decision.takeover
  if (decision && 'user' in decision) return { user: decision.user, isNewUser: false, takesOver }
  return { user: userWithoutStorage(finding), isNewUser: decision?.do === 'create', takesOver }
}

/** The first step that a part asks for, of those which were not taken. */
async function firstStep(
  context: Context,
  parts: readonly Part[],
  candidate: StepCandidate,
): Promise<(Omit<NextStep, 'why'> & Partial<NextStep> & { part: string }) | undefined> {
  for (const part of parts) {
    const step = await (await loadPart(part)).nextStep?.(context, candidate)
    if (step === undefined) continue
    return { ...(typeof step === 'string' ? { url: step } : step), part: part.name }
  }
  return undefined
}

/** Programs learn from the address that nobody is signed in yet, and who asks for the step: `signInStep`. */
function addressOf({ origin, request }: Context, url: string, asker: string): string {
  const address = new URL(url, origin)
  if (wantsJson(request)) address.searchParams.set('signInStep', asker)
  return address.href
}

function tellOfStep({ services }: Context, held: Steps['held']): void {
  const { provider, part = 'the method', why = 'it said no more' } = held
  const line = `${provider}: another step first, because ${part} asks for it: ${why}`
  services.trace(() => ({ step: 'held', line, ...held }))
}

/** The findings of the steps before, used up. */
async function take(context: Context, before: HeldSignIn): Promise<Finding[]> {
  const findings = releaseFindings(context.config, before.held)
  if (!findings) throw nothingToTake()
  if (await takePendingSignIn(context, before)) return findings
  throw new AuthError('FlowMissing', 'This step of the sign-in was already taken')
}

function nothingToTake(): AuthError {
  return new AuthError('FlowMissing', 'No sign-in in this browser waits for this step')
}

/** A sign-in that goes on, with where the person wanted to go, and what the application sent along, when it began. */
async function continued(
  app: Context,
  before: HeldSignIn,
  proof: Attempt['proof'],
  findings: Finding[],
): Promise<Attempt> {
  const { callbackUrl, data, link, userId } = before
  app.remember ??= before.remember
  const [first, ...confirmations] = findings
  if (!first) throw nothingToTake()
  const intent: Intent = { callbackUrl, ...(data !== undefined && { data }), ...(link && { link }) }
  const saved = await Promise.all(
    confirmations.map(async (each) => ({ each, ...(await loadMethod(each.provider)) })),
  )
  return {
    findings: [first, ...confirmations],
    intent,
    proof,
    before,
    async confirm({ user }, inside) {
      // The steps were taken by this user and by nobody else, whoever has the account or the address by now.
      if (user.id !== userId) throw new AuthError('FlowMissing', 'Another user took the step')
      if (inside) for (const { each, save } of saved) await save?.(inside, each, user, app)
    },
  }
}

/**
 * The methods and time of the whole proof: by this finding, and by the step before. Two different methods are two factors; two mails are
 * one.
 */
function combineProofs(
  { config, now }: Context,
  { amr = [], authTime = now, provider }: Finding,
  before: HeldSignIn,
): Attempt['proof'] {
  const { link } = before
  if (link) return { amr: [...(link.amr ?? [])], authTime: link.authTime ?? 0 }
  const isOther = config.providers.get(before.provider)?.type !== provider.type
  return {
    amr: [...new Set([...before.amr, ...amr, ...(isOther ? ['mfa'] : [])])],
    authTime: Math.min(authTime, now, before.authTime),
  }
}
