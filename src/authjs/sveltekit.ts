import type { AuthInstance } from '../auth.ts'
import {
  type SvelteKit,
  type SvelteKitEvent,
  type SvelteKitAuth as SvelteKitVerbs,
  toSvelteKit,
} from '../frameworks/sveltekit.ts'
import type { Session } from '../types/models.ts'
import type { AuthjsConfig } from './config.ts'
import { instanceOf } from './instances.ts'

export type { AuthjsConfig as SvelteKitAuthConfig } from './config.ts'

/** What `SvelteKitAuth()` gives, as `@auth/sveltekit` does. */
export interface SvelteKitAuthResult {
  /** For `hooks.server.ts`: serves the sign-in, and fills `event.locals.auth`. */
  handle: SvelteKitVerbs<Session, string>['handle']
  /** A form action: the form names the provider as `providerId`, and where to go as `redirectTo`. */
  signIn(event: SvelteKitEvent): Promise<never>
  /** A form action. */
  signOut(event: SvelteKitEvent): Promise<never>
}

/**
 * The sign-in of a SvelteKit application that was written for `@auth/sveltekit`. A redirect is known by its class, so `redirect` is the
 * application's own. Variables that are not in `process.env` are passed as `env`.
 *
 * @example
 * import { redirect } from '@sveltejs/kit'
 * import { env } from '$env/dynamic/private'
 *
 * export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub], env }, { redirect })
 */
export function SvelteKitAuth(
  config: Omit<AuthjsConfig, 'raw'>,
  kit: SvelteKit,
): SvelteKitAuthResult {
  const auth: AuthInstance = instanceOf(config, { version: 5, basePath: '/auth' })
  const verbs = toSvelteKit(auth, kit)
  return {
    handle({ event, resolve }) {
      Object.assign(event.locals, {
        auth: () => verbs.session(event),
        getSession: () => verbs.session(event),
      })
      return verbs.handle({ event, resolve })
    },
    async signIn(event) {
      const { providerId, redirectTo, ...fields } = await readForm(event.request)
      const callbackUrl = redirectTo ?? event.url.pathname
      return verbs.signIn(event, providerId, { callbackUrl, fields })
    },
    async signOut(event) {
      const { redirectTo = '/' } = await readForm(event.request)
      return verbs.signOut(event, { callbackUrl: redirectTo })
    },
  }
}

async function readForm(request: Request): Promise<Record<string, string>> {
  const fields = Array.from(await request.formData(), ([name, value]) => [name, String(value)])
  return Object.fromEntries(fields)
}
