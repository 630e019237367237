import type { Told } from '../types/happening.ts'

/** A notice, by its sentence in `NoticeText`. */
export type Notice =
  | 'newDevice'
  | 'connected'
  | 'disconnected'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'addressChanged'
  | 'takeover'
  | 'deleted'
  | 'tokenCreated'

/** What a notice is chosen by. */
export interface Act {
  told: Told
  /** The type of the provider that it is about. */
  type: string | undefined
  /** The user's address now; null if the user is gone. */
  email: string | null | undefined
}

/** The events that people are told of, by name, and the notice of each; undefined if there is nothing to tell. */
export const acts: Readonly<Record<string, (act: Act) => Notice | undefined>> = {
  signIn: () => 'newDevice',
  linkAccount: ({ told, type }) => {
    if (told.isNewUser) return undefined
    return type === 'webauthn' ? 'passkeyAdded' : 'connected'
  },
  unlinkAccount: ({ type }) => (type === 'webauthn' ? 'passkeyRemoved' : 'disconnected'),
  updateUser: ({ told: { before }, email }) =>
    before && (before.email ?? null) !== (email ?? null) ? 'addressChanged' : undefined,
  takeover: () => 'takeover',
  deleteUser: () => 'deleted',
  createAccessToken: () => 'tokenCreated',
}
