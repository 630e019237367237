import express from 'express'
import { toExpress } from 'porticojs/express'
import { auth } from './auth.ts'
import { dashboard, home } from './pages.ts'

const { handler, session, requireSession, signIn, signOut } = toExpress(auth)
const app = express()

app.use('/api/auth', handler)

app.get('/', async (req, res) => {
  res.send(home(await session(req, res)))
})

app.get('/dashboard', requireSession, (_req, res) => {
  res.send(dashboard(res.locals.session))
})

app.get('/api/me', requireSession, (_req, res) => {
  res.json(res.locals.session)
})

app.post('/api/echo', requireSession, express.json(), (req, res) => {
  res.json(req.body)
})

app.post('/login', (req, res) => signIn(req, res, 'tiktok'))
app.post('/logout', (req, res) => signOut(req, res))

app.listen(process.env.PORT ?? 3000)
