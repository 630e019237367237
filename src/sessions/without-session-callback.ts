import type { SessionReader } from './read-session.ts'

/**
 * Reads sessions as they are, whatever the application's `session` callback shows of them. It may leave out the scopes of an access token,
 * or who acts: nobody decides by what it returns.
 */
export function withoutSessionCallback(reader: SessionReader): SessionReader {
  const { session: _, ...callbacks } = reader.config.callbacks
  return { ...reader, config: { ...reader.config, callbacks } }
}
