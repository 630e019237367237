import type { Context } from '../context.ts'
import type { LoginResult, login } from '../identity/login.ts'

/** Loads the login that all methods share, and the answer after it. */
export type LoadLogin = () => Promise<{
  login: typeof login
  leave(
    context: Context,
    result: LoginResult,
    about: { provider: string; isLink: boolean },
  ): Promise<Response>
}>
