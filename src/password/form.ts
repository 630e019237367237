import type { Context } from '../context.ts'
import { AuthError } from '../errors.ts'
import { knownDevice } from '../methods/known-device.ts'
import type { FinishResult } from '../methods/method.ts'
import type { PasswordUse, ResolvedPassword } from './resolved.ts'

/** The result of a form at the callback: somebody was found, or there is a page to go to. */
export type Finished = FinishResult<PasswordUse> | { response: Response }

/** Counts a password that is to be checked, before any work is done for it. */
export async function countPassword(
  context: Context,
  { id }: ResolvedPassword,
  account: string,
): Promise<void> {
  const { services, request } = context
  const device = await knownDevice(context, account)
  await services.consumeLimit('credentials', { account: `${id} ${account}`, device, request })
}

/** A password as it was typed. */
export function readPassword({ id }: ResolvedPassword, written: unknown): string {
  if (typeof written === 'string' && written !== '') return written
  throw new AuthError('CredentialsSignin', 'The form holds no password', {
    provider: id,
    field: 'password',
    status: 400,
  })
}
