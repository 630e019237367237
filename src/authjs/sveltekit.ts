import {
  type SvelteKit,
  type SvelteKitEvent,
  type SvelteKitAuth as SvelteKitVerbs,
  toSvelteKit,
} from '../frameworks/sveltekit.ts'
import type { AuthInstance } from '../instance/auth-instance.ts'
import type { Awaitable, Session } from '../types/models.ts'
import type { AuthjsConfig } from './config.ts'
import { instanceOf } from './instances.ts'
import { sameConfig } from './same-config.ts'

export type { AuthjsConfig as SvelteKitAuthConfig } from './config.ts'

declare global {
  // biome-ignore lint/style/noNamespace: SvelteKit has its applications name their types there, and `@auth/sveltekit` does it for them
  namespace App {
    interface Locals {
      auth(): Promise<Session | null>
      getSession(): Promise<Session | null>
    }
    interface PageData {
      session?: Session | null
    }
  }
}

/** The result of `SvelteKitAuth()`, as `@auth/sveltekit` has it. */
export interface SvelteKitAuthResult {
  /** For `hooks.server.ts`: serves the sign-in, and fills `event.locals.auth`. */
  handle: Verbs['handle']
  /** A form action: the form names the provider as `providerId`, and where to go as `redirectTo`. */
  signIn(event: SvelteKitEvent): Promise<never>
  /** A form action. */
  signOut(event: SvelteKitEvent): Promise<never>
}

type Verbs = SvelteKitVerbs<Session, string>
type SvelteKitOptions = Omit<AuthjsConfig, 'raw'>

/** The part of SvelteKit that the application passes. */
export interface OwnSvelteKit extends SvelteKit {
  /** `env` of `$env/dynamic/private`, if variables are not in `process.env`. */
  env?: object
}

/**
 * The sign-in of a SvelteKit application that was written for `@auth/sveltekit`. Pass what that imports from SvelteKit itself: SvelteKit
 * knows a redirect by its class, and only the application's bundler can resolve `$env`.
 *
 * @example
 * import { redirect } from '@sveltejs/kit'
 * import { env } from '$env/dynamic/private'
 *
 * export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [GitHub] }, { redirect, env })
 */
export function SvelteKitAuth(
  config: SvelteKitOptions | ((event: SvelteKitEvent) => Awaitable<SvelteKitOptions>),
  kit: OwnSvelteKit,
): SvelteKitAuthResult {
  const open = openerOf(config, kit)
  return {
    async handle({ event, resolve }) {
      const verbs = await open(event)
      const auth = () => verbs.session(event)
      Object.assign(event.locals, { auth, getSession: auth })
      return verbs.handle({ event, resolve })
    },
    async signIn(event) {
      const { signIn } = await open(event)
      const { providerId, redirectTo, callbackUrl, ...fields } = await readForm(event.request)
      const target = redirectTo ?? callbackUrl ?? event.url.pathname
      return signIn(event, providerId || undefined, { callbackUrl: target, fields })
    },
    async signOut(event) {
      const { signOut } = await open(event)
      const { redirectTo, callbackUrl = '/' } = await readForm(event.request)
      return signOut(event, { callbackUrl: redirectTo ?? callbackUrl })
    },
  }
}

/** The verbs for a request: the same for all, unless the configuration depends on it. */
function openerOf(
  config: Parameters<typeof SvelteKitAuth>[0],
  kit: OwnSvelteKit,
): (event: SvelteKitEvent) => Awaitable<Verbs> {
  const known = new WeakMap<AuthInstance, Verbs>()
  const open = (written: SvelteKitOptions): Verbs => {
    const env = written.runtime?.env ?? kit.env
    const whole = env ? { ...written, runtime: { ...written.runtime, env } } : written
    const auth = instanceOf(sameConfig(whole), { version: 5, basePath: '/auth' })
    const verbs = known.get(auth) ?? toSvelteKit(auth, kit)
    known.set(auth, verbs)
    return verbs
  }
  if (typeof config === 'function') return async (event) => open(await config(event))
  const verbs = open(config)
  return () => verbs
}

/** The prefix of fields that are parameters of the request to the platform. The engine decides which of them a form may set. */
const parameter = /^authorizationParams-/

async function readForm(request: Request): Promise<Record<string, string>> {
  const fields = Array.from(await request.formData(), ([name, value]) => [
    name.replace(parameter, ''),
    String(value),
  ])
  return Object.fromEntries(fields)
}
