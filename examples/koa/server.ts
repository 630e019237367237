import { bodyParser } from '@koa/bodyparser'
import Router from '@koa/router'
import Koa from 'koa'
import { toKoa } from 'porticojs/koa'
import { auth } from './auth.ts'
import { dashboard, home } from './pages.ts'

const { handler, session, requireSession, guardedSession, signIn, signOut } = toKoa(auth)
const app = new Koa()
const router = new Router()

router.all('/api/auth/*path', handler)

router.get('/', async (ctx) => {
  ctx.body = home(await session(ctx))
})

router.get('/dashboard', requireSession, (ctx) => {
  ctx.body = dashboard(guardedSession(ctx))
})

router.get('/api/me', requireSession, (ctx) => {
  ctx.body = guardedSession(ctx)
})

router.post('/api/echo', requireSession, bodyParser(), (ctx) => {
  ctx.body = ctx.request.body
})

router.post('/login', (ctx) => signIn(ctx, 'tiktok'))
router.post('/logout', (ctx) => signOut(ctx))

app.use(router.routes())
app.listen(process.env.PORT ?? 3000)
