import { Hono } from 'hono'
import { toHono } from '../../../src/frameworks/hono.ts'
import { toNode } from '../../../src/frameworks/node.ts'
import { guardedText, hello, type OpenDoor, onNode, paths } from './door.ts'

/** Hono on Node, which hands on Node's request beside its own. */
export const onHono: OpenDoor = onNode((auth) => {
  const { handler, session, requireSession, signIn, signOut } = toHono(auth)
  const app = new Hono().all('/api/auth/*', handler)
  app.get('/home', async (c) => c.text(hello(await session(c))))
  app.get('/guarded', requireSession, (c) => c.text(guardedText))
  app.get('/proven', requireSession({ level: 2 }), (c) => c.text(guardedText))
  for (const [path, call] of paths) app.all(path, (c) => signIn(c, ...call))
  app.all('/logout', (c) => signOut(c))
  app.all('/leave', async (c) => {
    await session(c)
    return signOut(c)
  })
  return (req, res) =>
    toNode({ handler: async (request) => app.fetch(request, { incoming: req }) })(req, res)
})
