import type { ResolvedProvider } from '../config/part.ts'
import type { Mailer } from '../methods/mail-sender.ts'
import type { ForeignHashes } from '../types/foreign-hashes.ts'
import type { PasswordConfig } from '../types/password.ts'

/** A password provider after the configuration was read. */
export interface ResolvedPassword
  extends ResolvedProvider,
    Readonly<Required<Pick<PasswordConfig, 'identifier' | 'signUp' | 'minimum' | 'breached'>>>,
    Readonly<Pick<PasswordConfig, 'import' | 'send'>> {
  readonly type: 'password'
}

/** Passwords, as ones that mail. */
export function passwordMailer({ id, send }: Pick<ResolvedPassword, 'id' | 'send'>): Mailer {
  return { id, name: 'Password', field: `providers.${id}.send`, send }
}

/** The change to a password that a finding brings along, to be written with its user. */
export type PasswordUse =
  /** A password was right: the item as it was read. */
  | { used: { id: string; version: number }; rehashed?: string | undefined }
  /** A password that another library hashed was right. */
  | { imported: string; username?: string | undefined }
  /** A new password, and the link that proves who may set it. `first`: somebody who is signed in adds it. */
  | { hash: string; link: string; first: boolean }
  /** Somebody signs up with a username. */
  | { hash: string; username: string }

/** The hashes of other libraries that the storage may hold. */
export function foreignHashesOf({
  import: imported,
}: Pick<ResolvedPassword, 'import'>): ForeignHashes | undefined {
  return typeof imported === 'function' ? undefined : imported
}
