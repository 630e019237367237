import { type SvelteKitEvent, toSvelteKit } from '../../../src/frameworks/sveltekit.ts'
import { calls, guardedText, guards, hello, inProcess, type OpenDoor, webAddress } from './door.ts'

/** SvelteKit knows a redirect by its class. */
export class Redirect {
  readonly status: number
  readonly location: string
  constructor(status: number, location: string) {
    this.status = status
    this.location = location
  }
}

type Options = Parameters<SvelteKitEvent['cookies']['set']>[2]

/** As much of SvelteKit as a hook can see: events, `resolve`, and what becomes of cookies and of what a page throws. */
export const svelteKit: OpenDoor = inProcess((auth) => {
  const redirect = (status: number, location: string): never => {
    throw new Redirect(status, location)
  }
  const { handle, session, requireSession, signIn, signOut } = toSvelteKit(auth, { redirect })
  const page = async (event: SvelteKitEvent): Promise<Response> => {
    const { pathname } = event.url
    const call = calls[pathname]
    if (call) return signIn(event, ...call)
    if (pathname === '/home') return new Response(hello(Reflect.get(event.locals, 'session')))
    if (pathname === '/leave') await session(event)
    if (pathname === '/leave' || pathname === '/logout') return signOut(event)
    const guard = guards[pathname]
    if (!guard) return new Response(null, { status: 404 })
    await requireSession(event, guard)
    return new Response(guardedText)
  }
  const thrown = (error: unknown) => {
    // A page that throws anything else is an internal error, until the hook says otherwise.
    if (!(error instanceof Redirect)) return new Response('Internal Error', { status: 500 })
    return new Response(null, { status: error.status, headers: { location: error.location } })
  }
  return (request) => {
    const set: string[] = []
    const event = {
      request,
      url: new URL(request.url),
      locals: {},
      isDataRequest: false,
      getClientAddress: () => webAddress,
      cookies: {
        set(name: string, value: string, { encode, maxAge }: Options) {
          set.push(`${name}=${encode(value)}; Path=/; Secure; Max-Age=${maxAge ?? ''}`)
        },
      },
    }
    const resolve = async () => {
      const response = await page(event).catch(thrown)
      for (const line of set) response.headers.append('set-cookie', line)
      return response
    }
    return handle({ event, resolve })
  }
})
