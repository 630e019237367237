import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { Body } from '../http/body.ts'
import { resolveCallbackUrl } from '../http/callback-url.ts'
import { readForm } from '../http/csrf.ts'
import { redirect, wantsJson } from '../http/respond.ts'
import { requireRecentAsker } from '../identity/recent-sign-in.ts'
import { type Asker, requireAsker } from '../identity/require-user.ts'
import type { PassedStep } from '../methods/part-code.ts'
import { type PendingSignIn, pendingSignIn } from '../methods/pending-sign-in.ts'
import { requireStorage } from '../services/require-storage.ts'
import type { SessionReader } from '../sessions/read-session.ts'
import type { User } from '../types/models.ts'
import { addFactor } from './change.ts'
import { factorsOf, mustSetUp } from './factors.ts'
import { part } from './kinds.ts'
import type { Rules } from './options.ts'
import { showCodes, showSetup } from './setup-pages.ts'
import { keepTotp } from './totp-factor.ts'
import { beginSetup, proveSetup, repeatSetup } from './totp-setup.ts'

/** The person who sets an app up: somebody who must, in a sign-in, or somebody who wants to, in a session. */
interface Person {
  readonly userId: string
  readonly asker: Asker
  /** Tells the sign-in or the session from every other one. */
  readonly place: string
  readonly pending: PendingSignIn | undefined
  readonly callbackUrl: string
}

/** `GET|POST /second-factor-setup`: sets an app up. A code proves it before it counts. */
export async function answerSetup(
  context: Context,
  rules: Rules,
  reader: SessionReader,
): Promise<Response | PassedStep> {
  const { request, baseUrl } = context
  const form = request.method === 'POST' ? await readForm(context) : undefined
  const person = await requirePerson(context, rules, form, reader)
  if (!person) return redirect(`${baseUrl}/second-factor`)
  if (form?.proven !== undefined) return goOn(context, person, form.proven)
  if (!rules.totp) throw new AuthError('NotFound', 'Authenticator apps are turned off here')
  if (form?.code !== undefined) return confirm(context, rules, person, form)
  if (form && !wantsJson(request)) return redirect(`${baseUrl}/second-factor-setup`)
  const setup = await beginSetup(
    context,
    await userOf(context, person.userId),
    issuerOf(context, rules),
  )
  return showSetup(context, setup, viewOf(person))
}

function viewOf({ pending, callbackUrl }: Person) {
  return { isRequired: pending !== undefined, callbackUrl }
}

/**
 * The person, if they may set an app up. In a sign-in that is somebody who has no factor: whoever has one proves that first, and is
 * undefined here. In a session it is somebody who has proven who they are as well as they can, a short while ago.
 */
async function requirePerson(
  context: Context,
  rules: Rules,
  form: Body | undefined,
  reader: SessionReader,
): Promise<Person | undefined> {
  const { baseUrl, query } = context
  const pending = await pendingSignIn(context)
  if (pending?.part === part) {
    const { userId, callbackUrl, id } = pending
    const isProven = form?.proven !== undefined
    if (!isProven && !(await isAskedToSetUp(context, rules, userId))) return undefined
    const asker = { userId, assertSignedIn: async () => undefined }
    return { userId, asker, place: id, pending, callbackUrl }
  }
  const wanted = form?.callbackUrl ?? query.get('callbackUrl') ?? `${baseUrl}/account`
  const callbackUrl = await resolveCallbackUrl(context, wanted)
  const here = `${baseUrl}/second-factor-setup?callbackUrl=${encodeURIComponent(callbackUrl)}`
  context.callbackUrl = here
  const require = form?.proven === undefined ? requireRecentAsker : requireAsker
  const asker = await require(reader, context.request)
  const place = (await context.currentSession())?.sessionId ?? ''
  return { userId: asker.userId, asker, place, pending: undefined, callbackUrl }
}

/** True if the step of a sign-in is to set something up. Somebody whose factor was removed meanwhile begins anew. */
async function isAskedToSetUp(context: Context, rules: Rules, userId: string): Promise<boolean> {
  const factors = await factorsOf(context, userId)
  if (!(await mustSetUp(context, rules, userId, factors))) return false
  if (await rules.required?.({ user: await userOf(context, userId) })) return true
  throw new AuthError('FlowMissing', 'The sign-in waits for a factor that is gone')
}

async function confirm(
  context: Context,
  rules: Rules,
  person: Person,
  form: Body,
): Promise<Response | PassedStep> {
  const { userId, asker, pending } = person
  let codes: string[]
  try {
    const proven = await proveSetup(context, userId, { setup: form.setup, code: form.code })
    // Of two browsers in which somebody must set up their first app, one does.
    const replaces = pending === undefined
    const keep = (inside: Parameters<typeof keepTotp>[1]) =>
      keepTotp(context, inside, userId, { ...proven, replaces })
    codes = await addFactor(context, rules, { who: context.request, asker }, 'totp', keep)
  } catch (thrown) {
    if (!(thrown instanceof AuthError && thrown.code === 'Verification')) throw thrown
    if (wantsJson(context.request)) throw thrown
    const user = await userOf(context, person.userId)
    const setup = await repeatSetup(context, user, issuerOf(context, rules), form.setup)
    return showSetup(context, setup, viewOf(person), thrown)
  }
  context.once = true
  if (codes.length === 0) return passed(person)
  const proven = await sealOf(context).seal({ place: person.place, expires: context.now + 600 })
  const action = `${context.baseUrl}/second-factor-setup`
  return showCodes(context, codes, {
    action,
    fields: { proven, callbackUrl: person.callbackUrl },
  })
}

/** Goes on after the recovery codes were shown, for whoever proved the app in the same sign-in or session. */
async function goOn(context: Context, person: Person, proven: unknown): Promise<PassedStep> {
  const claims = typeof proven === 'string' ? await sealOf(context).open(proven) : undefined
  const isHere = claims?.place === person.place && Number(claims.expires) > context.now
  if (isHere) return passed(person)
  throw new AuthError('FlowMissing', 'The app was not set up in this sign-in or session')
}

/** The app is proven now; how long ago the sign-in was stays as it is. */
function passed({ pending, callbackUrl }: Person): PassedStep {
  const raises = { url: callbackUrl, isRecent: false }
  return { passed: true, amr: ['otp'], ...(!pending && { raises }) }
}

function sealOf({ services }: Context) {
  return services.seal('second-factor proven')
}

async function userOf({ config }: Context, userId: string): Promise<User & { id: string }> {
  const user = await requireStorage(config).getUser?.(userId)
  if (user) return user
  throw new AuthError('SessionRequired', 'The person is not in the storage', {
    hint: 'A second factor belongs to a stored user. Users of `authorize` are stored with `session: { strategy: "database" }`.',
  })
}

/** The name that apps show. */
function issuerOf({ config, origin }: Pick<Context, 'config' | 'origin'>, { issuer }: Rules) {
  return issuer ?? config.theme.name ?? new URL(origin).host
}
