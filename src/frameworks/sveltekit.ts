import { withSocketIp } from '../http/client-ip.ts'
import type {
  AuthInstance,
  Outcome,
  SignInOptions,
  SignOutOptions,
} from '../instance/auth-instance.ts'
import type { Session } from '../types/models.ts'
import { fillSession } from './shared/fill-session.ts'
import { type GuardOptions, sharedSession } from './shared/guard-options.ts'
import { withRenewal } from './shared/renewal.ts'
import { requestSessions } from './shared/request-sessions.ts'
import { ofPlatform, readForm, type SvelteKitEvent } from './sveltekit/event.ts'
import { createRefusals } from './sveltekit/refusals.ts'

export type { SvelteKitEvent } from './sveltekit/event.ts'

/** The part of `@sveltejs/kit` that is needed. It knows a redirect by its class, so it must be the application's own copy. */
export interface SvelteKit {
  redirect(status: 303, location: string, options: { external: boolean }): never
}

/** The functions that `toSvelteKit` returns. */
export interface SvelteKitAuth<S extends Session, Id extends string> {
  /** Answers below the base path, fills `locals.session`, and renews a session that is due. Export it from `hooks.server.ts`. */
  handle<Event extends SvelteKitEvent>(input: {
    event: Event
    resolve(event: Event): Response | Promise<Response>
  }): Promise<Response>
  /** The session, or null if nobody is signed in. It is read once per request. */
  session(event: SvelteKitEvent): Promise<S | null>
  /** The session. Without one, redirects to the sign-in page and back; programs get status 401 and JSON. */
  requireSession(event: SvelteKitEvent, options?: GuardOptions): Promise<S>
  /**
   * Starts a sign-in, as a form action or in one. Without a provider the form names it, as in
   * `<button name="provider" value="github">`; a form that names none leads to the sign-in page.
   */
  signIn(
    event: SvelteKitEvent,
    provider?: Id | (string & {}),
    options?: SignInOptions,
  ): Promise<never>
  /** Signs out, as a form action or in one. */
  signOut(event: SvelteKitEvent, options?: SignOutOptions): Promise<never>
}

/**
 * SvelteKit's hook, guards and form actions.
 *
 * @example
 * import { redirect } from '@sveltejs/kit'
 *
 * export const { handle, session, requireSession, signIn, signOut } = toSvelteKit(auth, { redirect })
 */
export function toSvelteKit<S extends Session, Id extends string>(
  auth: AuthInstance<S, Id>,
  { redirect }: SvelteKit,
): SvelteKitAuth<S, Id> {
  const sessions = requestSessions(auth)
  const refusals = createRefusals((url) => redirect(303, url, { external: true }))

  const leave = async (event: SvelteKitEvent, act: () => Promise<Outcome>): Promise<never> => {
    withSocketIp(event.request, event.getClientAddress())
    const { url, cookies } = await act().catch((error: unknown) => refusals.leave(event, error))
    for (const { name, value, options } of cookies) {
      // SvelteKit would encode the value, which is read without decoding.
      event.cookies.set(name, value, { ...options, encode: String })
    }
    return redirect(303, url, { external: true })
  }

  return {
    async handle({ event, resolve }) {
      const { request, url, locals } = event
      if (url.pathname.startsWith(`${auth.basePath}/`))
        return auth.handler(request, { address: event.getClientAddress(), ...ofPlatform(event) })
      const renewal = new Headers()
      const reading = sessions.begin(request, renewal)
      await fillSession(locals, reading, (error) => refusals.refuse(event, error))
      return withRenewal(refusals.answer(event, await resolve(event)), renewal)
    },
    session: ({ request }) => sessions.of(request),
    async requireSession(event, options) {
      const { request, url } = event
      // The router requests a page's data at another address than the page's.
      const page = request.method === 'GET' ? { callbackUrl: url.pathname + url.search } : {}
      try {
        const found = await sharedSession(() => sessions.of(request), options)
        return found ?? (await auth.requireSession(request, { ...page, ...options }))
      } catch (error) {
        return refusals.refuse(event, error)
      }
    },
    signIn: (event, provider, options) =>
      leave(event, async () => {
        const form = provider === undefined ? await readForm(event.request) : {}
        return auth.signIn(event.request, provider ?? form.provider, {
          ...ofPlatform(event),
          ...form.options,
          ...options,
        })
      }),
    signOut: (event, options) => leave(event, () => auth.signOut(event.request, options)),
  }
}
