import type { Context } from '../context.ts'

/** The page where people choose how to sign in, for methods that start nowhere else. */
export function signInPageUrl({ baseUrl, callbackUrl }: Context): string {
  const page = new URL(`${baseUrl}/signin`)
  if (callbackUrl) page.searchParams.set('callbackUrl', callbackUrl)
  return page.href
}
