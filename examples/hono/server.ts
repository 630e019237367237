import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { toHono } from 'porticojs/hono'
import { auth } from './auth.ts'
import { dashboard, home } from './pages.ts'

const { handler, session, requireSession, signIn, signOut } = toHono(auth)
const app = new Hono()

app.all('/api/auth/*', handler)

app.get('/', async (c) => c.html(home(await session(c))))

app.get('/dashboard', requireSession, (c) => c.html(dashboard(c.var.session)))

app.get('/api/me', requireSession, (c) => c.json(c.var.session))

app.post('/api/echo', requireSession, async (c) => c.json(await c.req.json()))

app.post('/login', (c) => signIn(c, 'tiktok'))
app.post('/logout', (c) => signOut(c))

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
