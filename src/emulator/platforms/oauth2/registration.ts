import type { OAuth2App } from './description.ts'

/** Says why a platform does not register an address; `undefined` when it does. */
export type Objection = (uri: URL) => string | undefined

/**
 * The applications of a platform that is particular about redirect addresses. What it would not register is an error here
 * too; of the practice application, only the addresses remain that it accepts.
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

/** Any port of this machine (`http://localhost:*`) is for practice: no platform registers that, and none is asked. */
function isThisMachine(uri: string): boolean {
  return /^https?:\/\/(localhost|127\.0\.0\.1):\*\//.test(uri)
}

/** True if an application registered this address: byte for byte, but for the port of this machine. */
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

/** The application there is when none is registered. */
export function practiceApp(id: string): OAuth2App {
  const hosts = ['https://app.test', 'http://localhost:3000', 'http://127.0.0.1:3000']
  return {
    client_id: `practice-${id}`,
    client_secret: `practice-secret-of-${id}`,
    name: 'your application',
    redirect_uris: hosts.map((host) => `${host}/api/auth/callback/${id}`),
  }
}
