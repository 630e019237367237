import { H3, readBody, serve } from 'h3'
import { toH3 } from 'porticojs/h3'
import { auth } from './auth.ts'
import { dashboard, home } from './pages.ts'

const { handler, session, requireSession, signIn, signOut } = toH3(auth)
const app = new H3()

app.all('/api/auth/**', handler)

app.get('/', async (event) => home(await session(event)))

app.get('/dashboard', async (event) => dashboard(await requireSession(event)))

app.get('/api/me', requireSession)

app.post('/api/echo', async (event) => {
  await requireSession(event)
  return readBody(event)
})

app.post('/login', (event) => signIn(event, 'tiktok'))
app.post('/logout', (event) => signOut(event))

serve(app, { port: Number(process.env.PORT ?? 3000) })
