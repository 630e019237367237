import type { ServerActions } from '../actions/server-actions.ts'
import { writtenParts } from '../config/parts.ts'
import type { UserManagement } from '../identity/user-management.ts'
import type { AuthConfig } from '../types/config.ts'
import type { AuthInstance } from './auth-instance.ts'
import { deferNamespaces } from './defer-namespaces.ts'
import { onceLoaded } from './once-loaded.ts'
import { withPartNamespaces } from './part-namespaces.ts'

/** Every call of a namespace, by name. */
type Calls<Namespace extends 'users' | 'accounts' | 'sessions'> = Record<
  keyof UserManagement[Namespace],
  true
>

const users: Calls<'users'> = {
  get: true,
  update: true,
  delete: true,
  removeWayIn: true,
  audit: true,
}
const accounts: Calls<'accounts'> = { list: true, unlink: true, revoke: true }
const sessions: Calls<'sessions'> = { list: true, end: true, endAll: true }

/** The calls about people. They are rare: the code that answers them is loaded with the first. */
export function deferManagement(load: () => Promise<UserManagement>): UserManagement {
  const names: Record<keyof UserManagement, string[]> = {
    users: Object.keys(users),
    accounts: Object.keys(accounts),
    sessions: Object.keys(sessions),
    accessToken: [],
  }
  // The lists above have every call, which is all that the compiler cannot see here.
  return deferNamespaces(names, load) as unknown as UserManagement
}

const actions: Record<keyof ServerActions, []> = {
  requireSession: [],
  signIn: [],
  link: [],
  signOut: [],
}

/** The calls by which server code signs people in and out. */
export function deferActions(load: () => Promise<ServerActions>): ServerActions {
  return deferNamespaces(actions, load) as unknown as ServerActions
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
