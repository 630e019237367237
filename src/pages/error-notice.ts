import type { Context } from '../context.ts'
import { retryAfterHeader } from '../http/retry-after.ts'
import type { CommonText, PageFrame, Problem } from '../types/language.ts'
import { describeError } from './alert.ts'
import { duration } from './duration.ts'
import { type Flash, readErrorCode } from './flash.ts'
import { pageText } from './frame.ts'

/** The error before this page, as its address names it; `flash` adds what an address cannot be believed for. */
export function errorNotice(context: Context, frame: PageFrame, flash: Flash): Problem | undefined {
  const error = context.query.get('error')
  if (error === null) return undefined
  const code = readErrorCode(error)
  const { retryAfter, developer, provider }: Flash = flash.code === code ? flash : {}
  const say = pageText(frame)
  if (code === 'AccessDenied' && context.query.get('code') === 'cancelled') {
    const [title, text] = [say.cancelled, say.cancelledText]
    return { title, text, neutral: true, hint: developer?.hint }
  }
  const own = ownMessage(context)
  // The application says what is wrong, which need not be what was typed.
  const problem = describeError(own && code === 'CredentialsSignin' ? 'AccessDenied' : code, frame)
  const title = problem.title.replace(say.thePlatform, () => platformName(context, provider, say))
  const wait =
    retryAfter === undefined
      ? undefined
      : say.waitFor(duration(retryAfter / 60, waitLanguage(frame)))
  const text = own ?? wait ?? problem.text
  return { ...problem, title, text, neutral: ordinary.test(code), hint: developer?.hint }
}

/** Steps that belong to signing in, and alarm nobody. */
const ordinary = /^(Session|RecentSign|SignInAgain|Flow|OAuthAccount)/

/** The status and headers of a page whose visitor must wait (RFC 6585 §4). */
export function waitHeaders({ code, retryAfter }: Flash): {
  status?: number
  headers?: HeadersInit
} {
  if (code !== 'RateLimited' || retryAfter === undefined) return {}
  return { status: 429, headers: retryAfterHeader(retryAfter) }
}

/** The name by which people know the platform that an error is about; where it is not known, "The platform". */
function platformName({ config }: Context, provider = '', { thePlatform }: CommonText): string {
  const { name = thePlatform, button, method } = config.providers.get(provider) ?? {}
  return method?.platforms ? (button?.name ?? name) : thePlatform
}

function waitLanguage({ text, lang = 'en' }: PageFrame): string {
  return text?.waitFor ? lang : 'en'
}

/** The address names a message of the application; it cannot bring one along. */
function ownMessage({ config, query }: Context): string | undefined {
  const reason = query.get('code') ?? ''
  const messages = Array.from(config.providers.values(), (provider) => {
    const own = 'messages' in provider ? provider.messages : undefined
    return own && Object.hasOwn(own, reason) ? String(Reflect.get(own, reason)) : undefined
  })
  return messages.find(Boolean)
}
