import formbody from '@fastify/formbody'
import fastify from 'fastify'
import { toFastify } from 'porticojs/fastify'
import { auth } from './auth.ts'
import { dashboard, home } from './pages.ts'

const { handler, session, requireSession, guardedSession, signIn, signOut } = toFastify(auth)
const app = fastify()

app.register(handler, { prefix: '/api/auth' })
app.register(formbody)

app.get('/', async (request, reply) => {
  reply.type('text/html').send(home(await session(request, reply)))
})

app.get('/dashboard', { preHandler: requireSession }, (request, reply) => {
  reply.type('text/html').send(dashboard(guardedSession(request)))
})

app.get('/api/me', { preHandler: requireSession }, async (request) => guardedSession(request))

app.post('/api/echo', { preHandler: requireSession }, async (request) => request.body)

app.post('/login', (request, reply) => signIn(request, reply, 'tiktok'))
app.post('/logout', (request, reply) => signOut(request, reply))

await app.listen({ port: Number(process.env.PORT ?? 3000) })
