import type { Config } from '../config.ts'
import type { CurrentSession } from '../context.ts'
import type { Session } from '../types/models.ts'

/** A session as the application's `session` callback wants it to be seen; null when it wants nobody to be signed in. */
export async function runSessionCallback(
  { callbacks }: Pick<Config, 'callbacks'>,
  request: Request,
  { session, token, user }: Pick<CurrentSession, 'session' | 'token' | 'user'>,
  change?: { session: unknown },
): Promise<Session | null> {
  if (!callbacks.session) return session
  const seen = { session, request, ...(token && { token }), ...(user && { user }) }
  const update = change && ({ trigger: 'update', newSession: change.session } as const)
  // A callback that returns nothing has not said that somebody is there.
  return (await callbacks.session({ ...seen, ...update })) ?? null
}

/**
 * A reader of sessions as they are, whatever the application's callback shows of them. It may leave out the scopes of an access token, or
 * who acts: nobody decides by what it returns.
 */
export function withoutSessionCallback<Reader extends { readonly config: Config }>(
  reader: Reader,
): Reader {
  const { session: _, ...callbacks } = reader.config.callbacks
  return { ...reader, config: { ...reader.config, callbacks } }
}
