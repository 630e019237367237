import fastify from 'fastify'
import { toFastify } from '../../../src/frameworks/fastify.ts'
import { guardedText, hello, type OpenDoor, onNode, paths } from './door.ts'

/** Fastify, with the library as a plug-in. */
export const onFastify: OpenDoor = onNode(async (auth) => {
  const { handler, session, requireSession, signIn, signOut } = toFastify(auth)
  const app = fastify()
  app.register(handler, { prefix: '/api/auth' })
  app.get('/home', async (request, reply) => hello(await session(request, reply)))
  app.get('/guarded', { preHandler: requireSession }, () => guardedText)
  app.get('/proven', { preHandler: requireSession({ level: 2 }) }, () => guardedText)
  for (const [path, call] of paths) {
    app.all(path, (request, reply) => signIn(request, reply, ...call))
  }
  app.all('/logout', (request, reply) => signOut(request, reply))
  app.all('/leave', async (request, reply) => {
    await session(request, reply)
    return signOut(request, reply)
  })
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  await app.ready()
  return (req, res) => app.routing(req, res)
})
