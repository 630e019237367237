import type {
  AccessTokenNamespace,
  AccessTokenPage,
  AccessTokenPaging,
  CreatedAccessToken,
  NewAccessToken,
} from '../types/access-tokens.ts'
import type { Received } from '../types/client.ts'
import { ask } from './request.ts'

/** The place of the routes. */
export interface AccessTokenClientOptions {
  /** The origin of the routes, if it is not the page's. */
  url?: string
  /** Default `/api/auth`. */
  basePath?: string
}

/** The scopes of `auth`, from `typeof auth`. */
export type ScopeOf<Auth> = Auth extends { readonly tokens: AccessTokenNamespace<infer Scope> }
  ? Scope
  : string

/** The access tokens of the signed-in person. Every call rejects with a `ClientError` if it fails. */
export interface AccessTokenClient<Scope extends string = string> {
  /** Makes a token. The user must have signed in within the last hour. Show it now: it cannot be read again. */
  create(token: NewAccessToken<Scope>): Promise<Received<CreatedAccessToken<Scope>>>
  /** One page of the tokens. */
  list(paging?: Pick<AccessTokenPaging, 'after'>): Promise<Received<AccessTokenPage<Scope>>>
  /** Ends a token at once. */
  revoke(id: string): Promise<void>
}

/**
 * The access tokens of the signed-in user, for a page of your own.
 *
 * @example
 * import type { auth } from './auth.ts'
 * const tokens = accessTokens<typeof auth>()
 * const { token } = await tokens.create({ name: 'CI', scopes: ['read'] })
 */
export function accessTokens<Auth = unknown>({
  url = '',
  basePath = '/api/auth',
}: AccessTokenClientOptions = {}): AccessTokenClient<ScopeOf<Auth>> {
  const path = `${url.replace(/\/$/, '')}${basePath}/tokens`
  return {
    create: (token) => ask(path, (answer) => answer?.token, token),
    list: ({ after } = {}) =>
      ask(after ? `${path}?${new URLSearchParams({ after })}` : path, (answer) => answer?.tokens),
    async revoke(id) {
      // Revoked tokens leave nothing to say; a message is somebody else's.
      await ask(path, (answer) => answer && !Object.keys(answer)[0], { action: 'revoke', id })
    },
  }
}
