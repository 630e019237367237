import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { type Flow, flowName, pendingFlows } from '../methods/flow.ts'
import type { ResolvedPassword } from './resolved.ts'

/** The reason for a mail: somebody signs up, has forgotten their password, or adds an address with their first one. */
export type MailPurpose = 'signUp' | 'reset' | 'set'

/**
 * The sealed memory of the browser that asked for a mail: the hashes of its link's token and of its code, and the hash of the password that
 * was typed, which counts in this browser only.
 */
export interface MailedState {
  purpose: MailPurpose
  /** The address or username that was typed, in its one form. */
  account: string
  token: string
  code: string
  hash?: string
  /** The name of somebody new. */
  name?: string
}

/** A mail that somebody waits for. */
export type MailedFlow = Flow<MailedState> & { state: MailedState }

/** The mails that this browser waits for. */
export async function mailedFlows(
  context: Context,
  { id }: ResolvedPassword,
): Promise<MailedFlow[]> {
  const flows = await pendingFlows<MailedState>(context, id)
  return flows.flatMap(({ state, ...flow }) => (state ? [{ ...flow, state }] : []))
}

/** The mail that a form names. */
export async function requireFlow(
  context: Context,
  provider: ResolvedPassword,
  name: unknown,
): Promise<MailedFlow> {
  const flow = (await mailedFlows(context, provider)).find(({ id }) => flowName(id) === name)
  if (flow) return flow
  throw new AuthError(
    'FlowMissing',
    'This browser did not request the email, or the request is too old',
    {
      provider: provider.id,
      field: 'flow',
    },
  )
}
