import express from 'express'
import { toExpress } from '../../../src/frameworks/express.ts'
import { guardedText, hello, type OpenDoor, onNode, paths } from './door.ts'

/** Express, with forms and JSON parsed as its applications have them. */
export const onExpress: OpenDoor = onNode((auth) => {
  const { handler, session, requireSession, signIn, signOut } = toExpress(auth)
  const app = express()
    .use(express.urlencoded({ extended: true }))
    .use(express.json())
  app.use('/api/auth', handler)
  app.get('/home', async (req, res) => void res.send(hello(await session(req, res))))
  app.get('/guarded', requireSession, (_req, res) => void res.send(guardedText))
  app.get('/proven', requireSession({ level: 2 }), (_req, res) => void res.send(guardedText))
  for (const [path, call] of paths) app.all(path, (req, res) => signIn(req, res, ...call))
  app.all('/logout', (req, res) => signOut(req, res))
  app.all('/leave', async (req, res) => {
    await session(req, res)
    return signOut(req, res)
  })
  return app
})
