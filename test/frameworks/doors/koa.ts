import express from 'express'
import Koa, { type Middleware } from 'koa'
import { toKoa } from '../../../src/frameworks/koa.ts'
import { calls, guardedText, hello, type OpenDoor, onNode } from './door.ts'

const parseForms = express.urlencoded({ extended: true })

/** Koa, behind a parser that does what koa-body does with nested names. */
export const onKoa: OpenDoor = onNode((auth) => {
  const { handler, session, requireSession, signIn, signOut } = toKoa(auth)
  const app = new Koa()
  app.silent = true
  app.use(async (ctx, next) => {
    if (ctx.is('urlencoded')) {
      await new Promise((resolve) => parseForms(ctx.req as never, ctx.res as never, resolve))
      Object.assign(ctx.request, { body: Reflect.get(ctx.req, 'body') })
    }
    await next()
  })
  const pages: Record<string, Middleware> = {
    '/home': async (ctx) => {
      ctx.body = hello(await session(ctx))
    },
    '/guarded': (ctx) =>
      requireSession(ctx, async () => {
        ctx.body = guardedText
      }),
    '/proven': (ctx) =>
      requireSession({ level: 2 })(ctx, async () => {
        ctx.body = guardedText
      }),
    '/logout': (ctx) => signOut(ctx),
    '/leave': async (ctx) => {
      await session(ctx)
      await signOut(ctx)
    },
  }
  app.use(async (ctx, next) => {
    const call = calls[ctx.path]
    if (call) await signIn(ctx, ...call)
    else await (pages[ctx.path] ?? handler)(ctx, next)
  })
  return app.callback()
})
