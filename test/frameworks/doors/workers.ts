import { toWorkers } from '../../../src/frameworks/workers.ts'
import { calls, guardedText, hello, inProcess, type OpenDoor, webAddress } from './door.ts'

/** Cloudflare's workers, whose network overwrites the header with the visitor's address. */
export const workers: OpenDoor = inProcess((auth) => {
  const { handler, session, requireSession, signIn, signOut } = toWorkers((_env: object) => auth)
  const ctx = { waitUntil() {} }
  const guarded = requireSession(() => new Response(guardedText))
  const proven = requireSession(() => new Response(guardedText), { level: 2 })
  return async (request) => {
    request.headers.set('cf-connecting-ip', webAddress)
    const { pathname } = new URL(request.url)
    const env = {}
    const [provider, options] = calls[pathname] ?? []
    if (provider) return signIn(request, provider, { env, ...options })
    const response = new Headers()
    const read = () => session(request, { env, response })
    if (pathname === '/home') return new Response(hello(await read()), { headers: response })
    if (pathname === '/leave') await read()
    if (pathname === '/leave' || pathname === '/logout') return signOut(request, { env })
    if (pathname === '/proven') return proven(request, env, ctx)
    return pathname === '/guarded' ? guarded(request, env, ctx) : handler(request, env, ctx)
  }
})
