import type { Cookie } from '../../http/cookies.ts'
import type { SignInOptions } from '../../instance/auth-instance.ts'
import { keeping } from '../shared/keeping.ts'

/** The part of SvelteKit's event that is needed here, for hooks, loads, actions and endpoints. */
export interface SvelteKitEvent {
  readonly request: Request
  readonly url: URL
  readonly locals: object
  readonly cookies: {
    set(
      name: string,
      value: string,
      options: Cookie['options'] & { encode: (value: string) => string },
    ): void
  }
  /** True if the browser's router requests the data of a page that it will show itself. */
  readonly isDataRequest: boolean
  /** True if the browser calls a remote function. */
  readonly isRemoteRequest?: boolean
  /** The adapter's own: on Cloudflare and Netlify it has a `context`. */
  readonly platform?: object | undefined
  getClientAddress(): string
}

/** Lets work go on after the response. */
export function ofPlatform({ platform }: SvelteKitEvent): ReturnType<typeof keeping> {
  return keeping(Object(platform).context)
}

/** True if a person waits for the answer: SvelteKit's own code in the browser follows a redirect for them. */
export function isPage({
  request: { headers },
  isDataRequest,
  isRemoteRequest,
}: SvelteKitEvent): boolean {
  if (isDataRequest || isRemoteRequest || headers.has('x-sveltekit-action')) return true
  return headers.get('accept')?.includes('text/html') ?? false
}

/** The provider and the options in a form that starts a sign-in. */
export async function readForm(
  request: Request,
): Promise<{ provider?: string; options?: SignInOptions }> {
  const isForm = /form/.test(request.headers.get('content-type') ?? '')
  if (!isForm || request.bodyUsed) return {}
  const { provider, callbackUrl, ...fields } = Object.fromEntries(await request.formData())
  return {
    ...(typeof provider === 'string' && { provider }),
    options: { fields, ...(typeof callbackUrl === 'string' && { callbackUrl }) },
  }
}
