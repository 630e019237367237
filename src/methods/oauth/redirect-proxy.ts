import type { Context } from '../../context.ts'
import { AuthError } from '../../errors.ts'
import { isTrusted } from '../../http/callback-url.ts'
import type { Awaitable } from '../../types/models.ts'
import { flowSeconds } from '../flow.ts'
import { appUrls } from './app-urls.ts'
import type { ResolvedOAuth } from './resolved.ts'

/**
 * The callback address to give to the platform. Behind a redirect proxy it is the proxy's, and the state carries, sealed,
 * the address that the proxy must hand the callback on to. A cross-site POST cannot be handed on.
 */
export function proxyState(
  context: Context,
  provider: ResolvedOAuth,
  crossSite: boolean,
): Awaitable<ProxyState> {
  const { callbackUrl } = appUrls(context, provider)
  const proxy = provider.redirectProxyUrl
  if (!proxy || crossSite || new URL(proxy).origin === context.origin) {
    return { redirect_uri: callbackUrl, suffix: '' }
  }
  return sealedState(context, provider, proxy, callbackUrl)
}

interface ProxyState {
  redirect_uri: string
  /** The end of the state. */
  suffix: string
}

async function sealedState(
  context: Context,
  provider: ResolvedOAuth,
  proxy: string,
  callbackUrl: string,
): Promise<ProxyState> {
  const expires = context.now + flowSeconds
  const named = context.config.origin !== undefined
  const claims = { callbackUrl, expires, provider: provider.id, named }
  const sealed = await context.services.seal('proxy').seal(claims)
  return { redirect_uri: `${proxy}/callback/${provider.id}`, suffix: `.${sealed}` }
}

/** The address of the deployment that the callback belongs to, if that is another one and we are its proxy. */
export async function forwardCallback(
  context: Context,
  provider: ResolvedOAuth,
  params: URLSearchParams,
): Promise<string | undefined> {
  const state = params.get('state') ?? ''
  const dot = state.indexOf('.')
  if (!provider.redirectProxyUrl || dot === -1) return undefined
  const claims = await context.services.seal('proxy').open(state.slice(dot + 1))
  const target = URL.parse(String(claims?.callbackUrl))
  if (!target || target.origin === context.origin) return undefined
  // The other deployment sees its own provider's path only: one platform's code must not reach another's (mix-up).
  if (claims?.provider !== provider.id) {
    throw new AuthError('CheckFailed', `The flow was started for another provider`, {
      provider: provider.id,
      field: 'state',
    })
  }
  if (Number(claims.expires) <= context.now)
    throw new AuthError('FlowExpired', 'The flow has expired')
  // An address that only a Host header told might be anybody's below a wildcard, so that it must be listed as it is.
  const origins = context.config.trustedOrigins.filter(
    (origin) => claims.named || !origin.includes('*'),
  )
  if (!isTrusted(target, origins)) {
    throw new AuthError('CheckFailed', `${target.origin} is not among the trusted origins`, {
      provider: provider.id,
      field: 'trustedOrigins',
      hint: 'Add it to `trustedOrigins` of the deployment at redirectProxyUrl. A wildcard counts for those with AUTH_URL.',
    })
  }
  target.search = params.toString()
  return target.href
}
