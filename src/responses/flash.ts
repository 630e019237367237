import type { Context } from '../context.ts'
import { type AuthError, type AuthErrorCode, errors } from '../errors.ts'

/** What the developer is shown on the page after a failure, in development. */
export interface Flash {
  code: AuthErrorCode
  hint: string
  message: string
  provider?: string
  platform?: string
}

/** A code from an address: anything that is not one of ours counts as an unknown error. */
export function readErrorCode(value: string): AuthErrorCode {
  return Object.hasOwn(errors, value) ? (value as AuthErrorCode) : 'Internal'
}

/** An error as the developer may see it: what was wrong and what to do, never a secret. */
export function toFlash({ code, hint, message, provider, platform }: AuthError): Flash {
  return {
    code,
    hint,
    // An error that is not ours may quote anything; the log has it.
    message: code === 'Internal' ? errors.Internal.title : message.slice(0, 500),
    ...(provider && { provider }),
    ...(platform && { platform: JSON.stringify(platform).slice(0, 500) }),
  }
}

/** The developer's block of the error page. */
export function developerView({ code, hint, message, provider, platform }: Flash): {
  code: string
  hint: string
  details: Record<string, string | undefined>
} {
  return { code, hint, details: { message, provider, platform } }
}

/** Leaves an error for the next page. */
export async function keepFlash({ config, cookies }: Context, flash: Flash): Promise<void> {
  const sealed = await config.seal('flash').seal({ ...flash })
  cookies.set('flash', sealed, { maxAge: 60 })
}

/** What the failure before this page left for the developer; gone after it was read. */
export async function takeFlash({ config, cookies }: Context): Promise<Flash | undefined> {
  const sealed = config.production ? undefined : cookies.read('flash')
  if (!sealed) return undefined
  cookies.clear('flash')
  // What was sealed for this purpose is what was sealed.
  return (await config.seal('flash').open(sealed)) as Flash | undefined
}
