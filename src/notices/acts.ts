import type { Told } from '../types/happening.ts'

/** A notice, by its sentence in `NoticeText`. */
export type Notice =
  | 'newDevice'
  | 'connected'
  | 'disconnected'
  | 'passkeyAdded'
  | 'passkeyRemoved'
  | 'passwordSet'
  | 'passwordChanged'
  | 'passwordReset'
  | 'passwordRemoved'
  | 'addressChanged'
  | 'takeover'
  | 'factorAdded'
  | 'factorRemoved'
  | 'recoveryCodeUsed'
  | 'factorGuessed'
  | 'deleted'
  | 'tokenCreated'
  | 'deviceApproved'
  | 'appSignedIn'

/** The facts by which a notice is chosen. */
export interface Act {
  told: Told
  /** The type of the provider that it is about. */
  type: string | undefined
  /** The user's address now; null if the user is gone. */
  email: string | null | undefined
}

/** The notice of a way in that was removed, by the type of its provider. */
const removals: Readonly<Record<string, Notice>> = {
  webauthn: 'passkeyRemoved',
  password: 'passwordRemoved',
}

/** The events that people are told of, by name, and the notice of each; undefined if there is nothing to tell. */
export const acts: Readonly<Record<string, (act: Act) => Notice | undefined>> = {
  signIn: () => 'newDevice',
  linkAccount: ({ told, type }) => {
    if (told.isNewUser) return undefined
    return type === 'webauthn' ? 'passkeyAdded' : 'connected'
  },
  unlinkAccount: ({ type }) => removals[type ?? ''] ?? 'disconnected',
  setPassword: () => 'passwordSet',
  changePassword: () => 'passwordChanged',
  resetPassword: () => 'passwordReset',
  updateUser: ({ told: { before }, email }) =>
    before && (before.email ?? null) !== (email ?? null) ? 'addressChanged' : undefined,
  takeover: () => 'takeover',
  addFactor: () => 'factorAdded',
  removeFactor: () => 'factorRemoved',
  useRecoveryCode: () => 'recoveryCodeUsed',
  limitFactor: () => 'factorGuessed',
  deleteUser: () => 'deleted',
  createAccessToken: () => 'tokenCreated',
  approveDevice: () => 'deviceApproved',
  signInApp: () => 'appSignedIn',
}
