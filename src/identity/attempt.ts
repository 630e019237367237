import type { Context } from '../context.ts'
import type { Finding, SignInIntent } from '../methods/method.ts'
import type { HeldSignIn } from '../methods/pending-sign-in.ts'
import type { MoreProof } from '../sessions/proof.ts'
import type { Storage } from '../types/storage.ts'
import type { EnginePart } from './engine-part.ts'
import type { Outcome, SessionSteps } from './sign-in-outcome.ts'

/** The wish with which a sign-in started. */
export type Intent = Omit<SignInIntent, 'body' | 'params'>

/** A sign-in as far as it has come. */
export interface Attempt {
  /** The way in, then what confirmed that it is the same user. */
  readonly findings: readonly [Finding, ...Finding[]]
  readonly intent: Intent
  /** The proof so far, and when it was given. */
  readonly proof: { amr: string[]; authTime: number }
  /** The step that was taken last, if there was one. */
  readonly before?: HeldSignIn
  /** Makes sure, inside the transaction of the last step, that it is the user who took the steps, and writes what they brought along. */
  confirm?(outcome: Outcome, inside: Storage | undefined): Promise<void>
}

/** Users as the storage knows them. */
export interface KeptUsers extends Awaited<ReturnType<EnginePart['users']>> {
  storage: Storage
}

/** The parts of the login that a sign-in with steps uses. */
export interface StepTools extends Pick<SessionSteps, 'sessions'> {
  /** The page that the method itself asks for. */
  own: string | undefined
  /** Undefined where nothing is stored of the user. */
  kept: KeptUsers | undefined
  /** Creates somebody new, without a session. */
  create(): Promise<Outcome>
}

/** Sign-ins that take several steps. The code comes with the parts that ask for one: nobody else ships it. */
export interface SignInSteps extends MoreProof {
  /** The sign-in that a finding goes on with. */
  continueAfterFinding(context: Context, finding: Finding): Promise<Attempt | undefined>
  /** The address of the next step, if there is one; until it is taken the browser holds what was found, sealed. */
  hold(context: Context, attempt: Attempt, tools: StepTools): Promise<string | undefined>
}
