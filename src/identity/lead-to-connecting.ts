import type { Context } from '../context.ts'
import type { Finding } from '../methods/method.ts'

/**
 * The way on for whoever came from a platform with the address of a user. They sign in as that user in any way, with the address filled in,
 * and the account page then offers to connect the platform. Nothing is held for it, and nobody learns which ways the user has.
 */
export function leadToConnecting(context: Context, { provider, user }: Finding): void {
  const page = new URL(`${context.baseUrl}/account`)
  page.searchParams.set('connect', provider.id)
  if (context.callbackUrl) page.searchParams.set('callbackUrl', context.callbackUrl)
  context.callbackUrl = page.href
  if (user.email) context.typed = { email: user.email }
}
