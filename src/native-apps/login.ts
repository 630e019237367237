import type { Context } from '../context.ts'
import type { LoginResult, login } from '../identity/login.ts'

/** Loads the login of everybody, and the way on after it. */
export type LoadLogin = () => Promise<{
  login: typeof login
  leave(
    context: Context,
    result: LoginResult,
    about: { provider: string; isLink: boolean },
  ): Promise<Response>
}>
