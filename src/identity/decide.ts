import type { AuthErrorCode } from '../errors.ts'
import type { StoredUser } from '../types/storage.ts'

/** The facts by which it is decided which user a finding belongs to. */
export interface DecisionInputs {
  /** The user who has this account already. */
  owner: StoredUser | null
  /** The user of the finding's e-mail address; null when it has none or nobody has it. */
  userWithSameEmail: StoredUser | null
  /** True if a part lets that user have no session, as one who is blocked. */
  isBarred?: boolean
  /** The signed-in user who asked to connect this account; undefined for an ordinary sign-in. */
  linkTo?: StoredUser | null
  /** The platform's word about the address. Undefined: it says nothing. */
  emailVerified?: boolean
  /** `allowDangerousEmailAccountLinking` of the provider. */
  trustsEmail: boolean
  /** The platform gives out the address itself (`emailAuthority`). */
  ownsDomain?: boolean
  /** The address itself is the proof, as with a link that was mailed to it. */
  provesEmail: boolean
  /** False: the finding is worth nothing without a user who has it already. */
  mayCreate?: boolean
}

/** The login's decision about a finding. */
export type Decision =
  | { do: 'signIn'; user: StoredUser }
  /**
   * `emailVerified`: the address is proven, not only said to be. `displaced`: a user who has the address and never proved it; they
   * keep all but the address.
   */
  | { do: 'create'; emailVerified: boolean; displaced?: StoredUser }
  /** `takeover`: nobody proved the user's address until now, so what the earlier claimant left must go. `displaced`: as above. */
  | { do: 'link'; user: StoredUser; takeover: boolean; displaced?: StoredUser }
  | { do: 'refuse'; code: AuthErrorCode; why: string }

/** Find, create, link or refuse. Pure: all that matters is in the inputs. */
export function decide(inputs: DecisionInputs): Decision {
  const { owner, userWithSameEmail, linkTo, mayCreate = true } = inputs
  if (linkTo !== undefined) return connect(inputs, linkTo)
  if (owner) return { do: 'signIn', user: owner }
  if (!mayCreate) {
    return { do: 'refuse', code: 'AccessDenied', why: 'The user of this proof was deleted' }
  }
  if (userWithSameEmail) return decideBySameEmail(inputs, userWithSameEmail)
  return { do: 'create', emailVerified: isProof(inputs) }
}

/**
 * A mail that arrived proves its address. A platform's word is proof only if the application trusts it with linking, or if the platform
 * gives out the address itself: any other platform could vouch for a stranger's address, and its owner would be led into that user.
 */
function isProof({ emailVerified, trustsEmail, ownsDomain, provesEmail }: DecisionInputs): boolean {
  return provesEmail || (emailVerified === true && (trustsEmail || ownsDomain === true))
}

/** Somebody new has the address of a user. */
function decideBySameEmail(inputs: DecisionInputs, userWithSameEmail: StoredUser): Decision {
  const { emailVerified, trustsEmail, provesEmail, isBarred } = inputs
  const isProven = userWithSameEmail.emailVerified !== null
  const mayLink = emailVerified === true || (isProven && emailVerified === undefined)
  // Of two who merely claim an address, neither may have what is the other's. A claimant who is barred keeps that, and not the address.
  if ((provesEmail || (trustsEmail && mayLink)) && (isProven || !isBarred)) {
    return { do: 'link', user: userWithSameEmail, takeover: !isProven }
  }
  // A claim does not keep out whom a platform vouches for, and neither keeps out who proves it. What else belongs to the earlier user
  // stays theirs: a platform that is not trusted with linking gives nobody another one's user.
  const proves = isProof(inputs)
  const outranks = proves || (emailVerified === true && !userWithSameEmail.emailVerifiedBy)
  if (outranks && !isProven)
    return { do: 'create', emailVerified: proves, displaced: userWithSameEmail }
  return {
    do: 'refuse',
    code: 'OAuthAccountNotLinked',
    why: trustsEmail
      ? 'The platform does not say that the e-mail address was verified'
      : 'A user with the same e-mail address exists',
  }
}

function connect({ owner, provesEmail }: DecisionInputs, linkTo: StoredUser | null): Decision {
  if (!linkTo)
    return {
      do: 'refuse',
      code: 'SessionRequired',
      why: 'The user who asked is signed out or gone',
    }
  if (!owner) return { do: 'link', user: linkTo, takeover: false }
  if (owner.id === linkTo.id) return { do: 'signIn', user: owner }
  // Whoever merely claims an address keeps its owner from nothing.
  if (provesEmail && !owner.emailVerified && !linkTo.emailVerified)
    return { do: 'link', user: linkTo, takeover: false, displaced: owner }
  return { do: 'refuse', code: 'AccountTaken', why: 'The account is connected to another user' }
}
