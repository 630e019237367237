import type { ServerActions } from '../actions/server-actions.ts'
import { toAuthError } from '../errors.ts'
import type { UserManagement } from '../identity/user-management.ts'
import type { AuthInstance } from './auth-instance.ts'

/** Calls something that has to be loaded. Whatever fails there, the call rejects with our error. */
function onceLoaded<T>(load: () => Promise<T>): <R>(call: (loaded: T) => Promise<R>) => Promise<R> {
  return async (call) => {
    try {
      return await call(await load())
    } catch (thrown) {
      throw toAuthError(thrown)
    }
  }
}

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
    passkeys: {
      list: (who) => ask(({ passkeys }) => passkeys.list(who)),
      rename: (...asked) => ask(({ passkeys }) => passkeys.rename(...asked)),
      remove: (who, id) => ask(({ passkeys }) => passkeys.remove(who, id)),
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
export function deferInstance(basePath: string, ready: Promise<AuthInstance>): AuthInstance {
  const load = () => ready
  const call = onceLoaded(load)
  return {
    basePath,
    ...deferManagement(load),
    ...deferActions(load),
    handler: (request, options) => call(({ handler }) => handler(request, options)),
    session: (source, options) => call(({ session }) => session(source, options)),
    sessionJson: (...asked) => call(({ sessionJson }) => sessionJson(...asked)),
  }
}
