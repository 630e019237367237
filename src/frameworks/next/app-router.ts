import { AuthError } from '../../errors.ts'
import type { Cookie } from '../../http/cookies.ts'
import type {
  AuthInstance,
  Outcome,
  SignInOptions,
  SignOutOptions,
} from '../../instance/auth-instance.ts'
import type { Session } from '../../types/models.ts'
import { isDown } from '../shared/auth-error-response.ts'
import { type GuardOptions, sharedSession } from '../shared/guard-options.ts'
import { visitedRequest } from './requested-page.ts'

/** The functions for server components and server actions. */
interface AppRouter<S extends Session> {
  session(): Promise<S | null>
  requireSession(options?: GuardOptions): Promise<S>
  signIn(provider?: string, options?: SignInOptions): Promise<never>
  signOut(options?: SignOutOptions): Promise<never>
}

/** Each function imports what it needs of Next when called, because no place in an application has all of it. */
export function appRouter<S extends Session>(auth: AuthInstance<S>): AppRouter<S> {
  const session = oncePerRender(async () => auth.session(await currentRequest()))
  return {
    session,
    async requireSession(options) {
      const current = await sharedSession(session, options)
      if (current) return current
      // Throws the error that says where to send the person, or why the session is unknown.
      return auth.requireSession(await currentRequest(), options).catch((error: unknown) => {
        // The application's own error page shows this.
        if (isDown(error)) throw error
        return leaveFor(addressOf(error))
      })
    },
    signIn: async (provider, options) =>
      follow(auth.signIn(await currentRequest(), provider, { ...(await goingOn()), ...options })),
    signOut: async (options) => follow(auth.signOut(await currentRequest(), options)),
  }
}

/** The request that a server component or a server action belongs to. */
export async function currentRequest(): Promise<Request> {
  const [{ headers }, { connection }] = await Promise.all([
    import('next/headers'),
    import('next/server'),
  ])
  // Reading a session reads the clock, which Next refuses while it prefetches a page, unless the page waits for this. Next 13 and 14 have
  // no `connection`, and prefetch no such pages.
  await connection?.()
  return visitedRequest(await headers())
}

/** Lets work go on after the response. Next 13 and 14 have no `after`: it goes on while the process runs. */
export async function goingOn(): Promise<Pick<SignInOptions, 'waitUntil'>> {
  const { after } = await import('next/server')
  return after ? { waitUntil: (work) => after(work) } : {}
}

/** Reads once per render: a layout, its page and their components all ask, and React remembers the answer. */
function oncePerRender<T>(read: () => Promise<T>): () => Promise<T> {
  let remembered: (() => Promise<T>) | undefined
  return async () => {
    if (!remembered) {
      const { cache } = await import('react')
      remembered ??= cache?.(read) ?? read
    }
    return remembered()
  }
}

/** Writes the cookies of an action, and redirects. Next allows both in server actions and route handlers only. */
async function follow(action: Promise<Outcome>): Promise<never> {
  const outcome = await action.catch((error: unknown) => ({ url: addressOf(error), cookies: [] }))
  await writeCookies(outcome.cookies)
  return leaveFor(outcome.url)
}

/** Writes cookies into the response of a server action or a route handler. */
export async function writeCookies(written: readonly Cookie[]): Promise<void> {
  const { cookies } = await import('next/headers')
  const store = await cookies()
  for (const { name, value, options } of written) store.set(name, value, options)
}

/** Redirects in Next's own way. */
export async function leaveFor(url: string): Promise<never> {
  const { redirect } = await import('next/navigation')
  return redirect(url)
}

/** The address that a refusal sends the person to. Throws other errors again. */
function addressOf(error: unknown): string {
  if (error instanceof AuthError && error.url) return error.url
  throw error
}
