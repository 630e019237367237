import type { AuthErrorCode } from '../errors.ts'
import type { StoredUser } from '../types/storage.ts'

/** What is known when it must be decided who a finding belongs to. */
export interface Situation {
  /** The user who has this account already. */
  owner: StoredUser | null
  /** The user of the finding's e-mail address; null when it has none or nobody has it. */
  namesake: StoredUser | null
  /** The signed-in user who asked to connect this account; undefined for an ordinary sign-in. */
  linkTo?: StoredUser | null
  /** Whether the finding proves its address. Undefined: the platform does not say. */
  emailVerified?: boolean
  /** `allowDangerousEmailAccountLinking` of the provider. */
  trustsEmail: boolean
  /** The address itself is the proof, as with a link that was mailed to it. */
  provesEmail: boolean
}

/** What to do with a finding. */
export type Decision =
  | { do: 'welcome'; user: StoredUser }
  | { do: 'create'; emailVerified: boolean }
  /** `takeover`: nobody ever proved the user's address, so what the earlier claimant left must go. `proven`: now someone did. */
  | { do: 'link'; user: StoredUser; takeover: boolean; proven: boolean }
  | { do: 'refuse'; code: AuthErrorCode; why: string }

/** Find, create, link or refuse. Pure: all that matters is in the situation. */
export function decide(situation: Situation): Decision {
  const { owner, namesake, linkTo, emailVerified, trustsEmail, provesEmail } = situation
  if (linkTo !== undefined) return connect(owner, linkTo)
  if (owner) return { do: 'welcome', user: owner }
  const proven = provesEmail || emailVerified === true
  if (!namesake) return { do: 'create', emailVerified: proven }
  if (provesEmail || (trustsEmail && emailVerified !== false)) {
    return { do: 'link', user: namesake, takeover: namesake.emailVerified === null, proven }
  }
  return {
    do: 'refuse',
    code: 'OAuthAccountNotLinked',
    why: trustsEmail
      ? 'The platform says that the e-mail address was never verified'
      : 'A user with the same e-mail address exists',
  }
}

function connect(owner: StoredUser | null, linkTo: StoredUser | null): Decision {
  if (!linkTo)
    return {
      do: 'refuse',
      code: 'SessionRequired',
      why: 'The user who asked is signed out or gone',
    }
  if (!owner) return { do: 'link', user: linkTo, takeover: false, proven: false }
  if (owner.id === linkTo.id) return { do: 'welcome', user: owner }
  return { do: 'refuse', code: 'AccountTaken', why: 'The account is connected to another user' }
}
