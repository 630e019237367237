import type { OAuth2App } from './description.ts'

/** Returns why a platform does not register an address; `undefined` if it does. */
export type Objection = (uri: URL) => string | undefined

/**
 * The applications of a platform with rules for redirect addresses. Throws for an address that it would not register; the
 * practice application keeps only those that it accepts.
 */
export function registered(
  id: string,
  apps: readonly OAuth2App[] | undefined,
  objection: Objection,
): readonly OAuth2App[] {
  for (const uri of (apps ?? []).flatMap((app) => app.redirect_uris)) {
    if (isThisMachine(uri)) continue
    const problem = objection(new URL(uri))
    if (problem !== undefined) throw new Error(`${id} does not register ${uri}: ${problem}`)
  }
  const practice = practiceApp(id)
  const redirect_uris = practice.redirect_uris.filter((uri) => !objection(new URL(uri)))
  return apps ?? [{ ...practice, redirect_uris }]
}

/** True for any port of this machine (`http://localhost:*`). It is for practice only, so no platform's rules apply. */
function isThisMachine(uri: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1):\*\//.test(uri)
}

/** True if an application registered this address: byte for byte, except for the port if any port of this machine is registered. */
export function isRegistered({ redirect_uris }: OAuth2App, uri: string): boolean {
  if (redirect_uris.includes(uri)) return true
  const anyPort = uri.replace(/^(https?:\/\/[^/:]+)(:\d+)?(?=\/)/, '$1:*')
  return isThisMachine(anyPort) && redirect_uris.includes(anyPort)
}

/** Accepts https, and http for the names of this machine. */
export const httpsOrLocal: Objection = ({ protocol, hostname }) =>
  protocol === 'https:' || hostname === 'localhost' || hostname === '127.0.0.1'
    ? undefined
    : 'it must be https'

/** The application if none is registered. */
export function practiceApp(id: string): OAuth2App {
  const hosts = ['https://app.test', 'http://localhost:3000', 'http://127.0.0.1:3000']
  return {
    client_id: `practice-${id}`,
    client_secret: `practice-secret-of-${id}`,
    name: 'your application',
    redirect_uris: hosts.map((host) => `${host}/api/auth/callback/${id}`),
  }
}
