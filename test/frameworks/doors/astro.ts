import { toAstro } from '../../../src/frameworks/astro.ts'
import {
  calls,
  guardedText,
  guards,
  hello,
  inProcess,
  isOurs,
  type OpenDoor,
  webAddress,
} from './door.ts'

/** As much of Astro as a middleware can see: a context, and the page or the route behind it. */
export const astro: OpenDoor = inProcess((auth) => {
  const { ALL, onRequest, session, requireSession, signIn, signOut } = toAstro(auth)
  return (request) => {
    const { pathname } = new URL(request.url)
    const locals: { session?: Parameters<typeof hello>[0] } = {}
    const context = { request, locals, clientAddress: webAddress, isPrerendered: false }
    const page = async () => {
      const call = calls[pathname]
      if (isOurs(pathname)) return ALL(context)
      if (call) return signIn(context, ...call)
      if (pathname === '/home') return new Response(hello(locals.session))
      if (pathname === '/leave') await session(context)
      if (pathname === '/leave' || pathname === '/logout') return signOut(context)
      const guard = guards[pathname]
      if (!guard) return new Response(null, { status: 404 })
      await requireSession(context, guard)
      return new Response(guardedText)
    }
    return onRequest(context, page)
  }
})
