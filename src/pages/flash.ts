import type { Context } from '../context.ts'
import { type AuthError, type AuthErrorCode, errors } from '../errors.ts'
import type { DeveloperView } from './error-page.ts'
import { errorText } from './error-text.ts'

/** The news of one page for the next, after a redirect. */
export interface Flash {
  /** The code of the error. */
  code?: AuthErrorCode
  /** The provider whose form it was. */
  provider?: string
  /** The fields that the person filled in, without secrets. */
  typed?: Readonly<Record<string, string>>
  triesLeft?: number
  /** Seconds to wait. */
  retryAfter?: number
  /** The action that was done on the account page. */
  done?: string
  /** In development only. */
  developer?: DeveloperFlash
}

interface DeveloperFlash {
  hint: string
  message: string
  platform?: string
}

/** A code from an address: anything that is not one of ours counts as an unknown error. */
export function readErrorCode(value: string): AuthErrorCode {
  return Object.hasOwn(errors, value) ? (value as AuthErrorCode) : 'Internal'
}

/** An error as the next page needs it. The developer is told what was wrong and what to do, never a secret. */
export function toFlash(
  { config, provider, typed, triesLeft }: Context,
  error: AuthError,
): Flash & { code: AuthErrorCode } {
  const { code, retryAfter } = error
  const whose = error.provider ?? provider
  return {
    code,
    ...(whose && { provider: whose }),
    ...(typed && { typed }),
    ...(triesLeft !== undefined && { triesLeft }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(!config.production && { developer: forDeveloper(error) }),
  }
}

function forDeveloper({ code, hint, message, platform }: AuthError): DeveloperFlash {
  return {
    hint,
    // An error that is not ours may quote anything; the log has it.
    message: code === 'Internal' ? errorText.Internal.title : message.slice(0, 500),
    ...(platform && { platform: JSON.stringify(platform).slice(0, 500) }),
  }
}

/** The developer's block of the error page. */
export function developerView({
  code = 'Internal',
  provider,
  developer,
}: Flash): DeveloperView | undefined {
  if (!developer) return undefined
  const { hint, message, platform } = developer
  return { code, hint, details: { message, provider, platform } }
}

/** Leaves a word for the next page. */
export async function keepFlash({ services, cookies }: Context, flash: Flash): Promise<void> {
  const sealed = await services.seal('flash').seal({ ...flash })
  cookies.set('flash', sealed, { maxAge: 60 })
}

/** The news that was left for this page; gone after it was read. */
export async function takeFlash({ services, cookies }: Context): Promise<Flash> {
  const sealed = cookies.read('flash')
  if (!sealed) return {}
  cookies.clear('flash')
  // We sealed it, so it needs no validation.
  return ((await services.seal('flash').open(sealed)) as Flash | undefined) ?? {}
}
