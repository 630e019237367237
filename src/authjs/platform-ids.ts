import type { AuthConfig } from '../types/config.ts'
import type { Account, JWT, User } from '../types/models.ts'
import type { AuthjsConfig } from './config.ts'
import { warnOnce } from './warn-once.ts'

type Deciders = Required<Pick<AuthConfig, 'callbacks' | 'events'>>

/**
 * In version 4 without a database, a user's id is the one from the platform, and the application's own tables refer to it. It stays the
 * same in sessions that Auth.js began and in new ones.
 */
export function platformIds(written: AuthjsConfig, ours: Deciders): Deciders {
  if (written.adapter || written.database || written.storage) return ours
  const { callbacks, events } = ours
  const { signIn: announce } = events
  if (written.providers.filter(isPlatform).length > 1) {
    warnOnce(
      written.logger,
      'Without a database, people of different platforms may have the same id, as in NextAuth.js 4: pass `database` or `adapter` to tell them apart',
    )
  }
  return {
    callbacks: {
      ...callbacks,
      ...(callbacks.signIn && { signIn: (params) => callbacks.signIn?.(named(params)) ?? false }),
      async jwt(params) {
        const id = platformId(params.account)
        if (id === undefined) return callbacks.jwt ? callbacks.jwt(params) : params.token
        const token: JWT = { ...params.token, sub: id }
        const user = { ...params.user, id }
        const answer = callbacks.jwt ? await callbacks.jwt({ ...params, token, user }) : token
        return answer && { ...answer, sub: answer.sub ?? id }
      },
    },
    events: { ...events, ...(announce && { signIn: (message) => announce(named(message)) }) },
  }
}

function named<T extends { user: User; account: Account }>(params: T): T {
  const id = platformId(params.account)
  return id === undefined ? params : { ...params, user: { ...params.user, id } }
}

/** The id from the platform. Undefined for credentials, which have the application's own ids. */
function platformId(account: Account | null | undefined): string | undefined {
  return account && platformTypes.has(account.type) ? account.providerAccountId : undefined
}

const platformTypes: ReadonlySet<string> = new Set(['oauth', 'oidc'])

function isPlatform(provider: object): boolean {
  return typeof provider === 'function' || platformTypes.has(String(Reflect.get(provider, 'type')))
}
