import type { Context } from '../context.ts'
import { happened } from '../identity/happened.ts'
import type { Told } from '../types/happening.ts'
import { written } from './save.ts'

/** After a sign-in that set a password: tells so, now that it is certain. Of somebody new it is told that they were created. */
export async function tellOfPassword(
  context: Context,
  { userId, provider, isNewUser }: Told,
): Promise<void> {
  const event = written.get(context)
  written.delete(context)
  if (!event || isNewUser) return
  await happened(context, { event, userId, ...(provider && { provider }) })
}
