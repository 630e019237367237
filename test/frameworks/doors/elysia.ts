import { Elysia } from 'elysia'
import { toElysia } from '../../../src/frameworks/elysia.ts'
import { toNode } from '../../../src/frameworks/node.ts'
import { guardedText, hello, type OpenDoor, onNode, paths } from './door.ts'

/** Elysia on Node, whose server says the visitor's address on the request. */
export const onElysia: OpenDoor = onNode((auth) => {
  const { handler, session, requireSession, signIn, signOut } = toElysia(auth)
  const app = new Elysia()
    .macro({ requireSession })
    .all('/api/auth/*', handler, { parse: 'none' })
    .get('/home', async (context) => hello(await session(context)))
    .get('/guarded', () => guardedText, { requireSession: true })
    .get('/proven', () => guardedText, { requireSession: { level: 2 } })
  for (const [path, call] of paths) app.all(path, (context) => signIn(context, ...call))
  app.all('/logout', (context) => signOut(context))
  app.all('/leave', async (context) => {
    await session(context)
    return signOut(context)
  })
  return (req, res) => {
    const ip = req.socket.remoteAddress
    const handle = (request: Request) => app.handle(Object.assign(request, { ip }))
    toNode({ handler: handle })(req, res)
  }
})
