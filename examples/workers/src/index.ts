import { handler, requireSession, session, signIn, signOut } from './auth'
import { dashboard, home } from './pages'

const html = { 'content-type': 'text/html; charset=utf-8' }

const showDashboard = requireSession(
  (_request, { session }) => new Response(dashboard(session), { headers: html }),
)
const showMe = requireSession((_request, { session }) => Response.json(session))
const echo = requireSession(async (request) => Response.json(await request.json()))

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/api/auth/')) return handler(request, env, ctx)

    switch (`${request.method} ${pathname}`) {
      case 'GET /': {
        const headers = new Headers(html)
        return new Response(home(await session(request, { env, response: headers })), { headers })
      }
      case 'GET /dashboard':
        return showDashboard(request, env, ctx)
      case 'GET /api/me':
        return showMe(request, env, ctx)
      case 'POST /api/echo':
        return echo(request, env, ctx)
      case 'POST /login':
        return signIn(request, 'tiktok', { env })
      case 'POST /logout':
        return signOut(request, { env })
      default:
        return new Response('Not found', { status: 404 })
    }
  },
} satisfies ExportedHandler<Env>
