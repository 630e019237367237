import type { OptionKinds } from '../config/option-kinds.ts'
import type { PartSurroundings } from '../config/part.ts'
import { assertPartOptions } from '../config/part-options.ts'
import { configError } from '../config/problems.ts'
import type { AuthError } from '../errors.ts'
import type { NativeApp } from '../types/native-apps.ts'
import { type Redirect, readRedirect } from './redirects.ts'

/** A configured app. */
export interface KnownApp {
  readonly id: string
  readonly name: string
  readonly redirects: readonly Redirect[]
  /** The clients of the app at each platform, by the provider's id. */
  readonly idTokens: ReadonlyMap<string, readonly string[]>
}

/** The apps by their ids. */
export type KnownApps = ReadonlyMap<string, KnownApp>

const isId = /^[A-Za-z0-9._-]{1,60}$/

const kinds: OptionKinds<keyof NativeApp> = {
  id: 'string',
  name: 'string',
  redirects: 'object',
  idTokens: 'object',
}

/** Reads the apps; refuses what cannot work. */
export function readApps(
  written: readonly NativeApp[],
  providers: PartSurroundings['providers'],
): KnownApps {
  if (!Array.isArray(written) || written.length === 0)
    throw wrong('NativeApps() needs apps', "Pass [{ id: 'acme', name: 'Acme', redirects: [...] }].")
  const apps = new Map<string, KnownApp>()
  for (const app of written) {
    const { id, name, redirects, idTokens }: NativeApp = Object(app)
    assertPartOptions('native-apps', Object(app), kinds)
    if (!isId.test(id) || apps.has(id))
      throw wrong(`The id "${id}" cannot name an app, or names two`, 'Use letters, digits, . _ -')
    if (typeof name !== 'string' || !/^[^\p{Cc}/()]{1,60}$/u.test(name))
      throw wrong(`The app "${id}" needs a name`, "Pass the name that people know: name: 'Acme'.")
    if (!Array.isArray(redirects) || redirects.length === 0)
      throw wrong(`The app "${id}" needs redirects`, 'List the addresses that lead back into it.')
    apps.set(id, {
      ...{ id, name, redirects: redirects.map((one) => known(id, one)) },
      idTokens: new Map(Object.entries(idTokens ?? {}).map((pair) => listed(id, pair, providers))),
    })
  }
  return apps
}

function known(id: string, written: string): Redirect {
  const redirect = readRedirect(String(written))
  if (redirect) return redirect
  const isLocalhost = /^http:\/\/localhost/.test(written)
  throw wrong(
    `"${String(written).slice(0, 200)}" cannot lead back into the app "${id}"`,
    isLocalhost
      ? 'Other programs may answer for localhost. Write http://127.0.0.1/… and http://[::1]/…, without a port.'
      : 'Write https://host/path, scheme:/path, or http://127.0.0.1/path without a port; no query, fragment or wildcard.',
  )
}

/** The clients of an app at a platform. A missing provider is no error: one whose keys are not configured is left out. */
function listed(
  id: string,
  [provider, clients]: [string, unknown],
  providers: PartSurroundings['providers'],
): [string, readonly string[]] {
  const { type = 'oidc' } = providers.get(provider) ?? {}
  if (type !== 'oidc')
    throw wrong(
      `The app "${id}" lists clients at "${provider}", which has no id tokens`,
      'Use the id of a provider with OpenID Connect.',
    )
  const isClient = (one: unknown) => typeof one === 'string' && /^[\x21-\x7e]{1,255}$/.test(one)
  if (Array.isArray(clients) && clients.length > 0 && clients.every(isClient))
    return [provider, [...clients]]
  throw wrong(
    `The app "${id}" lists no clients at "${provider}"`,
    "List the client ids of the app there: the audiences of its id tokens, such as ['com.acme.app'].",
  )
}

function wrong(message: string, hint: string): AuthError {
  return configError('parts.native-apps', message, hint)
}
