import { Elysia } from 'elysia'
import { toElysia } from 'porticojs/elysia'
import { auth } from './auth.ts'
import { dashboard, home } from './pages.ts'

const { handler, session, requireSession, signIn, signOut } = toElysia(auth)

new Elysia()
  .all('/api/auth/*', handler, { parse: 'none' })
  .macro({ requireSession })
  .get('/', async (context) => home(await session(context)))
  .get('/dashboard', ({ session }) => dashboard(session), { requireSession: true })
  .get('/api/me', ({ session }) => session, { requireSession: true })
  .post('/api/echo', ({ body }) => body, { requireSession: true })
  .post('/login', (context) => signIn(context, 'tiktok'))
  .post('/logout', (context) => signOut(context))
  .listen(process.env.PORT ?? 3000)
