import type { ServerActions } from '../actions/server-actions.ts'
import { writtenParts } from '../config/parts.ts'
import type { UserManagement } from '../identity/user-management.ts'
import type { AuthConfig } from '../types/config.ts'
import type { AuthInstance } from './auth-instance.ts'
import { deferNamespaces } from './defer-namespaces.ts'
import { onceLoaded } from './once-loaded.ts'
import { withPartNamespaces } from './part-namespaces.ts'

/** The calls about users. They are rare: their code is loaded at the first one. */
export function deferManagement(load: () => Promise<UserManagement>): UserManagement {
  const names = {
    users: ['get', 'update', 'delete', 'removeWayIn', 'audit'],
    accounts: ['list', 'unlink', 'revoke'],
    sessions: ['list', 'end', 'endAll'],
  } as const
  const call = onceLoaded(load)
  return {
    ...deferNamespaces(names, load),
    accessToken: (...asked) => call(({ accessToken }) => accessToken(...asked)),
  }
}

/** The calls by which server code signs people in and out. */
export function deferActions(load: () => Promise<ServerActions>): ServerActions {
  return deferNamespaces({ requireSession: [], signIn: [], link: [], signOut: [] }, load)
}

/** An application's sign-in that is still being completed. */
export function deferInstance(
  config: AuthConfig,
  basePath: string,
  ready: Promise<AuthInstance>,
): AuthInstance {
  const load = () => ready
  const call = onceLoaded(load)
  return {
    basePath,
    ...withPartNamespaces(deferManagement(load), writtenParts(config), load),
    ...deferActions(load),
    handler: (request, options) => call(({ handler }) => handler(request, options)),
    session: (source, options) => call(({ session }) => session(source, options)),
  }
}
