import type { Config } from '../config.ts'
import type { Session } from '../types/nouns.ts'
import type { Reading } from './session.ts'

/** A session as the application's `session` callback wants it to be seen. */
export async function shaped(
  { callbacks }: Pick<Config, 'callbacks'>,
  request: Request,
  { session, token, user }: Pick<Reading, 'session' | 'token' | 'user'>,
  change?: { session: unknown },
): Promise<Session> {
  const seen = { session, request, ...(token && { token }), ...(user && { user }) }
  const update = change && ({ trigger: 'update', newSession: change.session } as const)
  return (await callbacks.session?.({ ...seen, ...update })) ?? session
}
