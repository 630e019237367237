import { variableName } from '../../../config/environment.ts'
import { configError } from '../../../config/problems.ts'
import { readUrl } from '../../../config/url.ts'
import type { OpenIdPart, ResolvedOAuth, WrittenOAuth } from '../resolved.ts'
import { lacksOpenId } from './lacks-open-id.ts'

/** The endpoints of a provider, each with its own handlers. */
export type Endpoints = Pick<
  ResolvedOAuth,
  'authorization' | 'token' | 'userinfo' | 'authorizationParams'
>

/** Reads the three endpoints and checks that each is known or can be discovered. */
export function readEndpoints(
  config: WrittenOAuth,
  issuer: string | undefined,
  openId: OpenIdPart | undefined,
): Endpoints {
  const { id, type } = config
  if (type === 'oidc' && !issuer && !config.wellKnown) {
    throw configError(
      `providers.${id}.issuer`,
      `The OpenID Connect provider ${id} has no issuer`,
      `Pass \`issuer\`, or set ${variableName(id, 'issuer')}.`,
      id,
    )
  }
  if (issuer) readUrl(`providers.${id}.issuer`, issuer, id)
  if (config.wellKnown) readUrl(`providers.${id}.wellKnown`, config.wellKnown, id)
  const discoverable = issuer !== undefined || config.wellKnown !== undefined
  const authorization = readEndpoint(id, 'authorization', config.authorization)
  const token = readEndpoint(id, 'token', config.token)
  const userinfo = readEndpoint(id, 'userinfo', config.userinfo)
  for (const [name, { url, request }] of Object.entries({ authorization, token, userinfo })) {
    const elsewhere = name === 'userinfo' && (config.dialect?.profile || type === 'oidc')
    const isMissing = !url && !request && !elsewhere
    if (isMissing && !discoverable) throw missing(id, name)
    if (!openId && (isMissing || type === 'oidc')) throw lacksOpenId(id)
  }
  const params = scoped(authorization.params, config)
  for (const [key, value] of Object.entries(token.params)) token.url?.searchParams.set(key, value)
  for (const [key, value] of Object.entries(userinfo.params))
    userinfo.url?.searchParams.set(key, value)
  return { authorization, token, userinfo, authorizationParams: Object.freeze(params) }
}

/**
 * The parameters with a scope, which OpenID Connect has by default. Auth.js has it for OAuth 2 as well, and modules written for it, known
 * by `options`, rely on it.
 */
function scoped(params: Record<string, string>, config: WrittenOAuth): Record<string, string> {
  const { type, options, authorization } = config
  const isWritten = 'scope' in params || 'scope' in Object(Object(authorization).params)
  const isUsual = type === 'oidc' || options !== undefined
  return isUsual && !isWritten ? { ...params, scope: 'openid profile email' } : params
}

interface Endpoint {
  url?: string
  params?: Record<string, unknown>
  request?: unknown
}

type Read<Handler> = Omit<Handler, 'url' | 'params'> & { url?: URL; params: Record<string, string> }

function readEndpoint<Handler extends Endpoint>(
  id: string,
  name: string,
  written: string | Handler | undefined,
): Read<Handler> {
  const handler = typeof written === 'string' ? { url: written } : (written ?? {})
  const { url, params, ...rest } = handler as Endpoint
  const read = { ...rest, params: textParams(params) }
  if (url === undefined) return read as Read<Handler>
  const address = readUrl(`providers.${id}.${name}`, String(url), id)
  if (name === 'authorization') {
    // Parameters are kept apart, so that those which the flow sets are never doubled.
    read.params = { ...Object.fromEntries(address.searchParams), ...read.params }
    address.search = ''
  }
  return { ...read, url: address } as Read<Handler>
}

function textParams(params: Record<string, unknown> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ]),
  )
}

function missing(id: string, name: string) {
  return configError(
    `providers.${id}.${name}`,
    `The provider ${id} has no ${name} endpoint`,
    `Add \`${name}\`, or \`issuer\` if the platform offers discovery.`,
    id,
  )
}

/** An address with or without details. */
export function readAddress<T extends { url?: string }>(
  id: string,
  field: string,
  written: string | T | undefined,
): T | undefined {
  const address = typeof written === 'string' ? ({ url: written } as T) : written
  if (address?.url) readUrl(`providers.${id}.${field}`, address.url, id)
  return address
}
