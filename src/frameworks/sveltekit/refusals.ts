import { AuthError } from '../../errors.ts'
import { authErrorResponse, isDown } from '../shared/auth-error-response.ts'
import { isPage, type SvelteKitEvent } from './event.ts'

/** Ends a page or an action that was refused. */
export interface Refusals {
  /** For actions: redirects to the page that the error names. */
  leave(event: SvelteKitEvent, error: unknown): never
  /** For pages: the same, except that a storage that cannot answer is an error of this page. */
  refuse(event: SvelteKitEvent, error: unknown): never
  /** The answer to a refused request, in place of SvelteKit's response; otherwise that response. */
  answer(event: SvelteKitEvent, response: Response): Response
}

/** SvelteKit turns nothing that is thrown into our JSON: so a redirect ends the work, and `handle` replaces the answer for programs. */
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
      // A page that caught the refusal keeps its own answer. Data of a page has status 200 even if loading failed.
      const isStopped = response.status === 303 || response.status >= 500 || isDataRequest
      return (isStopped && answers.get(request)) || response
    },
  }
}
