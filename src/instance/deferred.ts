import type { ServerActions } from '../actions/server-actions.ts'
import { writtenParts } from '../config/parts.ts'
import type { UserManagement } from '../identity/user-management.ts'
import type { AuthConfig } from '../types/config.ts'
import type { AuthInstance } from './auth-instance.ts'
import { onceLoaded } from './once-loaded.ts'
import { type Namespaces, partNamespaces } from './part-namespaces.ts'

/** The calls about people. They are rare, so that what answers them is loaded with the first. */
export function deferManagement(load: () => Promise<UserManagement>): UserManagement {
  const ask = onceLoaded(load)
  return {
    accessToken: (...asked) => ask(({ accessToken }) => accessToken(...asked)),
    users: {
      get: (who) => ask(({ users }) => users.get(who)),
      update: (who, changes) => ask(({ users }) => users.update(who, changes)),
      delete: (who) => ask(({ users }) => users.delete(who)),
      removeWayIn: (...asked) => ask(({ users }) => users.removeWayIn(...asked)),
      audit: (who, options) => ask(({ users }) => users.audit(who, options)),
    },
    accounts: {
      list: (who) => ask(({ accounts }) => accounts.list(who)),
      unlink: (who, account) => ask(({ accounts }) => accounts.unlink(who, account)),
      revoke: (...asked) => ask(({ accounts }) => accounts.revoke(...asked)),
    },
    sessions: {
      list: (who) => ask(({ sessions }) => sessions.list(who)),
      end: (who, id) => ask(({ sessions }) => sessions.end(who, id)),
      endAll: (who, options) => ask(({ sessions }) => sessions.endAll(who, options)),
    },
  }
}

/** The calls by which server code signs people in and out. */
export function deferActions(load: () => Promise<ServerActions>): ServerActions {
  const act = onceLoaded(load)
  return {
    requireSession: (source, options) => act((actions) => actions.requireSession(source, options)),
    signIn: (...asked) => act(({ signIn }) => signIn(...asked)),
    link: (...asked) => act(({ link }) => link(...asked)),
    signOut: (source, options) => act(({ signOut }) => signOut(source, options)),
  }
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
    ...deferManagement(load),
    ...deferActions(load),
    ...partNamespaces(writtenParts(config), () => ready as Promise<AuthInstance & Namespaces>),
    handler: (request, options) => call(({ handler }) => handler(request, options)),
    session: (source, options) => call(({ session }) => session(source, options)),
  }
}
