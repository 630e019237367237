import type { AuthConfig } from '../../src/index.ts'
import { origin } from '../setup.ts'

/** A deployment that cannot be registered with platforms, so that the application hands its callbacks on. */
export const previewOrigin = 'https://pr-7.preview.test'

/** A front end of the application's at another origin, which may act. */
export const adminOrigin = 'https://admin.app.test'

/** What an application stands among: nothing, a proxy that it trusts, or origins that it trusts. */
export type Surroundings = 'nothing' | 'a proxy' | 'other origins'

const redirectProxyUrl = `${origin}/api/auth`

const kinds: readonly Surroundings[] = ['other origins', 'nothing', 'a proxy']

/** The surroundings of a seed: every two seeds others, so that each meets both kinds of session. */
export function surroundingsOf(seed: number): Surroundings {
  return kinds[(seed >>> 1) % kinds.length] ?? 'nothing'
}

/** What the application says about its surroundings. */
export const configs: Readonly<Record<Surroundings, Partial<AuthConfig>>> = {
  nothing: { url: origin },
  'a proxy': { trustHost: true },
  'other origins': {
    url: origin,
    redirectProxyUrl,
    trustedOrigins: ['https://*.preview.test', { origin: adminOrigin, act: true }],
  },
}

/** What the preview says about them. */
export const previewConfig: Partial<AuthConfig> = { url: previewOrigin, redirectProxyUrl }

/** Where an application at this address may send people besides platforms. */
export function ownOrigins(surroundings: Surroundings, address: string): string[] {
  if (isPreview(address)) return [previewOrigin]
  return surroundings === 'other origins' ? [origin, previewOrigin, adminOrigin] : [origin]
}

/** Whether a request goes to the preview. */
export function isPreview(address: string): boolean {
  return new URL(address, origin).origin === previewOrigin
}

/** A request as the trusted proxy passes it on: to an inner address, with what it saw itself at the end of each list. */
export async function passedOn(request: Request, address: string): Promise<Request> {
  const { pathname, search } = new URL(request.url)
  const headers = new Headers(request.headers)
  headers.append('x-forwarded-host', new URL(origin).host)
  headers.append('x-forwarded-proto', 'https')
  headers.append('x-forwarded-for', address)
  return new Request(`http://10.0.0.7:3000${pathname}${search}`, {
    method: request.method,
    headers,
    ...(request.body && { body: await request.text() }),
  })
}
