import { AuthError } from '../../errors.ts'
import { authErrorResponse, isDown } from '../shared/auth-error-response.ts'
import { isPage, type SvelteKitEvent } from './event.ts'

/** Ends the work of a page or an action that was refused. */
export interface Refusals {
  /** For actions: a failure sends people to the page that it names. */
  leave(event: SvelteKitEvent, error: unknown): never
  /** For pages: the same, except that a storage that cannot be asked is an error of this page. */
  refuse(event: SvelteKitEvent, error: unknown): never
  /** The answer to a request that was refused, in place of what SvelteKit made of it; otherwise that. */
  answer(event: SvelteKitEvent, response: Response): Response
}

/** Nothing that can be thrown becomes JSON of ours: a redirect ends the work, and `handle` gives programs their own answer. */
export function createRefusals(redirect: (url: string) => never): Refusals {
  const answers = new WeakMap<Request, Response>()
  const leave = (event: SvelteKitEvent, error: unknown): never => {
    if (!(error instanceof AuthError && error.url)) throw error
    if (!isPage(event)) answers.set(event.request, authErrorResponse(error, event.request))
    return redirect(error.url)
  }
  return {
    leave,
    refuse(event, error) {
      if (!isDown(error)) return leave(event, error)
      answers.set(event.request, authErrorResponse(error, event.request))
      throw error
    },
    answer({ request, isDataRequest }, response) {
      // A page that goes on after a refusal has its own answer. The data of a page is 200 even if making it failed.
      const isStopped = response.status === 303 || response.status >= 500 || isDataRequest
      return (isStopped && answers.get(request)) || response
    },
  }
}
