import type { Contestant } from './contestant.ts'
import { authJs } from './contestants/auth-js.ts'
import { betterAuthContestant } from './contestants/better-auth.ts'
import { empty } from './contestants/empty.ts'
import { floor } from './contestants/floor.ts'
import { ironSessionArctic } from './contestants/iron-session-arctic.ts'
import { openidClientJose } from './contestants/openid-client-jose.ts'
import { passport } from './contestants/passport.ts'
import { portico } from './contestants/portico.ts'

/** Everybody, always: a ratio depends on who else runs in the process. */
export const contestants: readonly Contestant[] = [
  portico,
  authJs,
  betterAuthContestant,
  ironSessionArctic,
  openidClientJose,
  passport,
  floor,
  empty,
]
