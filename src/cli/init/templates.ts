// Written by tools/templates.mjs from examples/.
import type { Template } from './template.ts'

/** The example of each framework. */
export const templates: Readonly<Record<string, Template>> = {
  astro: {
    dependency: 'astro',
    dev: 'astro dev',
    files: {
      'astro.config.mjs': `import node from '@astrojs/node'
import { defineConfig } from 'astro/config'
import portico from 'porticojs/astro'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [portico()],
})
`,
      'package.json': `{
  "name": "portico-example-astro",
  "private": true,
  "type": "module",
  "scripts": {
    "dev": "astro dev",
    "check": "astro check",
    "build": "astro build",
    "start": "node dist/server/entry.mjs"
  },
  "dependencies": {
    "@astrojs/node": "11.1.6",
    "astro": "7.3.4",
    "porticojs": "*"
  },
  "devDependencies": {
    "@astrojs/check": "0.9.10",
    "@types/node": "24.19.2",
    "typescript": "6.0.3"
  }
}
`,
      'src/auth.ts': `import { Auth } from 'porticojs'
import { toAstro } from 'porticojs/astro'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
  dev: import.meta.env.DEV,
})

export const { ALL, onRequest, session, requireSession, signIn, signOut } = toAstro(auth)
`,
      'src/pages/api/me.ts': `import type { APIRoute } from 'astro'
import { requireSession } from '../../auth.ts'

export const GET: APIRoute = async (context) => Response.json(await requireSession(context))
`,
      'src/pages/dashboard.astro': `---
import { requireSession } from '../auth.ts'

const { user } = await requireSession(Astro)
---

<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Dashboard</title>
  </head>
  <body>
    <h1>Dashboard of {user.name ?? user.email}</h1>
  </body>
</html>
`,
      'src/pages/index.astro': `---
const { session } = Astro.locals
---

<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Portico and Astro</title>
  </head>
  <body>
    {
      session ? (
        <>
          <h1>Hello {session.user.name ?? session.user.email}</h1>
          <p><a href="/api/auth/account">Account</a></p>
          <p><a href="/dashboard">Dashboard</a></p>
          <form method="post" action="/logout">
            <button>Sign out</button>
          </form>
        </>
      ) : (
        <>
          <h1>Hello stranger</h1>
          <form method="post" action="/login">
            <button>Sign in with TikTok</button>
          </form>
          <p><a href="/api/auth/signin">Sign in</a></p>
        </>
      )
    }
  </body>
</html>
`,
      'src/pages/login.ts': `import type { APIRoute } from 'astro'
import { signIn } from '../auth.ts'

export const POST: APIRoute = (context) => signIn(context, 'tiktok')
`,
      'src/pages/logout.ts': `import type { APIRoute } from 'astro'
import { signOut } from '../auth.ts'

export const POST: APIRoute = (context) => signOut(context)
`,
      'tsconfig.json': `{
  "extends": "astro/tsconfigs/strictest",
  "include": [".astro/types.d.ts", "**/*"],
  "exclude": ["dist"]
}
`,
    },
  },
  elysia: {
    dependency: 'elysia',
    dev: 'bun --watch server.ts',
    files: {
      'auth.ts': `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})
`,
      'package.json': `{
  "name": "portico-elysia-example",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "tsc --noEmit",
    "start": "bun server.ts",
    "dev": "NODE_ENV=development bun --watch server.ts"
  },
  "dependencies": {
    "elysia": "1.4.30",
    "porticojs": "*"
  },
  "devDependencies": {
    "@types/bun": "1.4.4",
    "bun": "1.4.4",
    "typescript": "6.0.3"
  }
}
`,
      'pages.ts': `import type { Session } from 'porticojs'

export function home(session: Session | null): Response {
  if (!session) {
    return page(\`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>\`)
  }
  return page(\`
    <h1>Hello \${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>\`)
}

export function dashboard(session: Session): Response {
  return page(\`<h1>Dashboard of \${nameOf(session)}</h1>\`)
}

function nameOf({ user }: Session): string {
  const name = user.name ?? user.email ?? ''
  return name.replace(/[&<>]/g, (character) => \`&#\${character.charCodeAt(0)};\`)
}

function page(body: string): Response {
  const html = \`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Elysia</title><body>\${body}</body></html>\`
  return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
`,
      'server.ts': `import { Elysia } from 'elysia'
import { toElysia } from 'porticojs/elysia'
import { auth } from './auth.ts'
import { dashboard, home } from './pages.ts'

const { handler, session, requireSession, signIn, signOut } = toElysia(auth)

new Elysia()
  .all('/api/auth/*', handler, { parse: 'none' })
  .macro({ requireSession })
  .get('/', async (context) => home(await session(context)))
  .get('/dashboard', ({ session }) => dashboard(session), { requireSession: true })
  .get('/api/me', ({ session }) => session, { requireSession: true })
  .post('/api/echo', ({ body }) => body, { requireSession: true })
  .post('/login', (context) => signIn(context, 'tiktok'))
  .post('/logout', (context) => signOut(context))
  .listen(process.env.PORT ?? 3000)
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "preserve",
    "types": ["bun"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["*.ts"]
}
`,
    },
  },
  express: {
    dependency: 'express',
    dev: 'node --watch server.ts',
    files: {
      'auth.ts': `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})
`,
      'package.json': `{
  "name": "portico-express-example",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "tsc --noEmit",
    "build": "tsc",
    "start": "node dist/server.js",
    "dev": "NODE_ENV=development node --watch server.ts"
  },
  "dependencies": {
    "express": "5.3.0",
    "porticojs": "*"
  },
  "devDependencies": {
    "@types/express": "5.0.6",
    "@types/node": "24.19.2",
    "typescript": "6.0.3"
  }
}
`,
      'pages.ts': `import type { Session } from 'porticojs'

export function home(session: Session | null): string {
  if (!session) {
    return page(\`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>\`)
  }
  return page(\`
    <h1>Hello \${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>\`)
}

export function dashboard(session: Session): string {
  return page(\`<h1>Dashboard of \${nameOf(session)}</h1>\`)
}

function nameOf({ user }: Session): string {
  const name = user.name ?? user.email ?? ''
  return name.replace(/[&<>]/g, (character) => \`&#\${character.charCodeAt(0)};\`)
}

function page(body: string): string {
  return \`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Express</title><body>\${body}</body></html>\`
}
`,
      'server.ts': `import express from 'express'
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
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "rewriteRelativeImportExtensions": true,
    "outDir": "dist"
  },
  "include": ["*.ts"]
}
`,
    },
  },
  fastify: {
    dependency: 'fastify',
    dev: 'node --watch server.ts',
    files: {
      'auth.ts': `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})
`,
      'package.json': `{
  "name": "portico-fastify-example",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "tsc --noEmit",
    "build": "tsc",
    "start": "node dist/server.js",
    "dev": "NODE_ENV=development node --watch server.ts"
  },
  "dependencies": {
    "@fastify/formbody": "9.0.1",
    "fastify": "5.12.8",
    "porticojs": "*"
  },
  "devDependencies": {
    "@types/node": "24.19.2",
    "typescript": "6.0.3"
  }
}
`,
      'pages.ts': `import type { Session } from 'porticojs'

export function home(session: Session | null): string {
  if (!session) {
    return page(\`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>\`)
  }
  return page(\`
    <h1>Hello \${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>\`)
}

export function dashboard(session: Session): string {
  return page(\`<h1>Dashboard of \${nameOf(session)}</h1>\`)
}

function nameOf({ user }: Session): string {
  const name = user.name ?? user.email ?? ''
  return name.replace(/[&<>]/g, (character) => \`&#\${character.charCodeAt(0)};\`)
}

function page(body: string): string {
  return \`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Fastify</title><body>\${body}</body></html>\`
}
`,
      'server.ts': `import formbody from '@fastify/formbody'
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
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "rewriteRelativeImportExtensions": true,
    "outDir": "dist"
  },
  "include": ["*.ts"]
}
`,
    },
  },
  h3: {
    dependency: 'h3',
    dev: 'node --watch server.ts',
    files: {
      'auth.ts': `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})
`,
      'package.json': `{
  "name": "portico-example-h3",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "tsc --noEmit",
    "build": "tsc",
    "start": "node dist/server.js",
    "dev": "NODE_ENV=development node --watch server.ts"
  },
  "dependencies": {
    "h3": "2.0.8",
    "porticojs": "*"
  },
  "devDependencies": {
    "@types/node": "24.19.2",
    "typescript": "6.0.3"
  }
}
`,
      'pages.ts': `import { type HTTPResponse, html, raw } from 'h3'
import type { Session } from 'porticojs'

const head = raw(
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and h3</title><body>',
)

export function home(session: Session | null): HTTPResponse {
  if (!session) {
    return html\`\${head}
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>\`
  }
  return html\`\${head}
    <h1>Hello \${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>\`
}

export function dashboard(session: Session): HTTPResponse {
  return html\`\${head}<h1>Dashboard of \${nameOf(session)}</h1>\`
}

function nameOf({ user }: Session): string {
  return user.name ?? user.email ?? ''
}
`,
      'server.ts': `import { H3, readBody, serve } from 'h3'
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
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "rewriteRelativeImportExtensions": true,
    "skipLibCheck": true,
    "outDir": "dist"
  },
  "include": ["*.ts"]
}
`,
    },
  },
  hono: {
    dependency: 'hono',
    dev: 'node --watch server.ts',
    files: {
      'auth.ts': `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})
`,
      'package.json': `{
  "name": "portico-hono-example",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "tsc --noEmit",
    "build": "tsc",
    "start": "node dist/server.js",
    "dev": "NODE_ENV=development node --watch server.ts"
  },
  "dependencies": {
    "@hono/node-server": "2.1.6",
    "hono": "4.13.17",
    "porticojs": "*"
  },
  "devDependencies": {
    "@types/node": "24.19.2",
    "typescript": "6.0.3"
  }
}
`,
      'pages.ts': `import { html } from 'hono/html'
import type { Session } from 'porticojs'

type Markup = ReturnType<typeof html>

export function home(session: Session | null): Markup {
  if (!session) {
    return page(html\`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>\`)
  }
  return page(html\`
    <h1>Hello \${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>\`)
}

export function dashboard(session: Session): Markup {
  return page(html\`<h1>Dashboard of \${nameOf(session)}</h1>\`)
}

function nameOf({ user }: Session): string {
  return user.name ?? user.email ?? ''
}

function page(body: Markup): Markup {
  return html\`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Hono</title><body>\${body}</body></html>\`
}
`,
      'server.ts': `import { serve } from '@hono/node-server'
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
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "rewriteRelativeImportExtensions": true,
    "outDir": "dist"
  },
  "include": ["*.ts"]
}
`,
    },
  },
  koa: {
    dependency: 'koa',
    dev: 'node --watch server.ts',
    files: {
      'auth.ts': `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})
`,
      'package.json': `{
  "name": "portico-koa-example",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "tsc --noEmit",
    "build": "tsc",
    "start": "node dist/server.js",
    "dev": "NODE_ENV=development node --watch server.ts"
  },
  "dependencies": {
    "@koa/bodyparser": "6.1.0",
    "@koa/router": "15.7.0",
    "koa": "3.2.1",
    "porticojs": "*"
  },
  "devDependencies": {
    "@types/koa": "3.0.3",
    "@types/node": "24.19.2",
    "typescript": "6.0.3"
  }
}
`,
      'pages.ts': `import type { Session } from 'porticojs'

export function home(session: Session | null): string {
  if (!session) {
    return page(\`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>\`)
  }
  return page(\`
    <h1>Hello \${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>\`)
}

export function dashboard(session: Session): string {
  return page(\`<h1>Dashboard of \${nameOf(session)}</h1>\`)
}

function nameOf({ user }: Session): string {
  const name = user.name ?? user.email ?? ''
  return name.replace(/[&<>]/g, (character) => \`&#\${character.charCodeAt(0)};\`)
}

function page(body: string): string {
  return \`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Koa</title><body>\${body}</body></html>\`
}
`,
      'server.ts': `import { bodyParser } from '@koa/bodyparser'
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
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "rewriteRelativeImportExtensions": true,
    "outDir": "dist"
  },
  "include": ["*.ts"]
}
`,
    },
  },
  nest: {
    dependency: '@nestjs/core',
    over: ['express', 'fastify'],
    dev: 'nest start --watch',
    files: {
      'package.json': `{
  "name": "portico-nest-example",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "tsc --noEmit",
    "build": "nest build",
    "start": "node dist/main.js",
    "dev": "NODE_ENV=development nest start --watch"
  },
  "dependencies": {
    "@nestjs/common": "12.4.2",
    "@nestjs/core": "12.4.2",
    "@nestjs/platform-express": "12.4.2",
    "porticojs": "*",
    "reflect-metadata": "0.2.2",
    "rxjs": "7.8.2"
  },
  "devDependencies": {
    "@nestjs/cli": "12.0.8",
    "@types/node": "24.19.2",
    "typescript": "6.0.3"
  }
}
`,
      'src/app.controller.ts': `import { Body, Controller, Get, Header, Post, Req, Res } from '@nestjs/common'
import type { Session } from 'porticojs'
import type { NestRequest, NestResponse } from 'porticojs/nest'
import { CurrentSession, Public, signIn, signOut } from './auth.ts'
import { dashboard, home } from './pages.ts'

@Controller()
export class AppController {
  @Public()
  @Get()
  @Header('content-type', 'text/html')
  home(@CurrentSession() session: Session | null) {
    return home(session)
  }

  @Get('dashboard')
  @Header('content-type', 'text/html')
  dashboard(@CurrentSession() session: Session) {
    return dashboard(session)
  }

  @Get('api/me')
  me(@CurrentSession() session: Session) {
    return session
  }

  @Post('api/echo')
  echo(@Body() body: unknown) {
    return body
  }

  @Public()
  @Post('login')
  login(@Req() req: NestRequest, @Res() res: NestResponse) {
    return signIn(req, res, 'tiktok')
  }

  @Public()
  @Post('logout')
  logout(@Req() req: NestRequest, @Res() res: NestResponse) {
    return signOut(req, res)
  }
}
`,
      'src/app.module.ts': `import { Module } from '@nestjs/common'
import { APP_GUARD } from '@nestjs/core'
import { AppController } from './app.controller.ts'
import { AuthModule, RequireSession } from './auth.ts'

@Module({
  imports: [AuthModule],
  controllers: [AppController],
  providers: [{ provide: APP_GUARD, useClass: RequireSession }],
})
export class AppModule {}
`,
      'src/auth.ts': `import { Auth } from 'porticojs'
import { toNest } from 'porticojs/nest'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { AuthModule, RequireSession, Public, CurrentSession, signIn, signOut } = toNest(auth)
`,
      'src/main.ts': `import { NestFactory } from '@nestjs/core'
import { AppModule } from './app.module.ts'

const app = await NestFactory.create(AppModule)
await app.listen(process.env.PORT ?? 3000)
`,
      'src/pages.ts': `import type { Session } from 'porticojs'

export function home(session: Session | null): string {
  if (!session) {
    return page(\`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>\`)
  }
  return page(\`
    <h1>Hello \${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>\`)
}

export function dashboard(session: Session): string {
  return page(\`<h1>Dashboard of \${nameOf(session)}</h1>\`)
}

function nameOf({ user }: Session): string {
  const name = user.name ?? user.email ?? ''
  return name.replace(/[&<>]/g, (character) => \`&#\${character.charCodeAt(0)};\`)
}

function page(body: string): string {
  return \`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Nest</title><body>\${body}</body></html>\`
}
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "experimentalDecorators": true,
    "emitDecoratorMetadata": true,
    "rewriteRelativeImportExtensions": true,
    "rootDir": "src",
    "outDir": "dist"
  },
  "include": ["src"]
}
`,
    },
  },
  next: {
    dependency: 'next',
    routes: ['app/api/auth/[...auth]/route.ts'],
    dev: 'next dev',
    files: {
      'app/api/auth/[...auth]/route.ts': `export { GET, OPTIONS, POST } from '@/auth'
`,
      'app/api/me/route.ts': `import { requireSession } from '@/auth'

export const GET = requireSession((_request, { session }) => Response.json(session))
`,
      'app/dashboard/page.tsx': `import { requireSession } from '@/auth'

export default async function Dashboard() {
  const { user } = await requireSession()
  return <h1>Dashboard of {user.name ?? user.email}</h1>
}
`,
      'app/layout.tsx': `import type { ReactNode } from 'react'
import { session } from '@/auth'

export const metadata = { title: 'Portico and Next' }

export default async function Layout({ children }: { children: ReactNode }) {
  const user = (await session())?.user
  return (
    <html lang="en">
      <body>
        <header>{user ? \`Signed in as \${user.name ?? user.email}\` : 'Not signed in'}</header>
        {children}
      </body>
    </html>
  )
}
`,
      'app/page.tsx': `import Link from 'next/link'
import { session, signIn, signOut } from '@/auth'

export default async function Home() {
  const user = (await session())?.user
  return user ? <Welcome name={user.name ?? user.email} /> : <Stranger />
}

function Stranger() {
  return (
    <>
      <h1>Hello stranger</h1>
      <form
        action={async () => {
          'use server'
          await signIn('tiktok')
        }}
      >
        <button type="submit">Sign in with TikTok</button>
      </form>
      <a href="/api/auth/signin">Sign in</a>
    </>
  )
}

function Welcome({ name }: { name: string | null | undefined }) {
  return (
    <>
      <h1>Hello {name}</h1>
      <a href="/api/auth/account">Account</a> <Link href="/dashboard">Dashboard</Link>
      <form
        action={async () => {
          'use server'
          await signOut()
        }}
      >
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
`,
      'auth.ts': `import { Auth } from 'porticojs'
import { toNext } from 'porticojs/next'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut, proxy } = toNext(auth)
`,
      'package.json': `{
  "name": "portico-next-example",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "next typegen && tsc",
    "build": "next build",
    "start": "next start",
    "dev": "next dev"
  },
  "dependencies": {
    "next": "16.4.6",
    "porticojs": "*",
    "react": "19.3.1",
    "react-dom": "19.3.1"
  },
  "devDependencies": {
    "@types/node": "24.19.2",
    "@types/react": "19.3.0",
    "@types/react-dom": "19.3.0",
    "typescript": "6.0.3"
  }
}
`,
      'proxy.ts': `export { proxy } from '@/auth'

export const config = { matcher: '/((?!_next/static|_next/image|favicon.ico).*)' }
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["dom", "dom.iterable", "es2024"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "jsx": "react-jsx",
    "types": ["node"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "allowJs": true,
    "esModuleInterop": true,
    "isolatedModules": true,
    "resolveJsonModule": true,
    "incremental": true,
    "noEmit": true,
    "skipLibCheck": true,
    "plugins": [{ "name": "next" }],
    "paths": { "@/*": ["./*"] }
  },
  "include": [
    "next-env.d.ts",
    "**/*.ts",
    "**/*.tsx",
    ".next/types/**/*.ts",
    ".next/dev/types/**/*.ts"
  ],
  "exclude": ["node_modules"]
}
`,
    },
  },
  nuxt: {
    dependency: 'nuxt',
    over: ['h3'],
    dev: 'nuxt dev',
    files: {
      'app/app.vue': `<template>
  <NuxtPage />
</template>
`,
      'app/pages/dashboard.vue': `<script setup lang="ts">
definePageMeta({ middleware: 'signed-in' })

const { data } = await useFetch('/api/me')
</script>

<template>
  <h1>Dashboard of {{ data?.user.name ?? data?.user.email }}</h1>
</template>
`,
      'app/pages/index.vue': `<script setup lang="ts">
const state = useSession()
</script>

<template>
  <div v-if="state.session">
    <h1>Hello {{ state.session.user.name ?? state.session.user.email }}</h1>
    <p><a href="/api/auth/account">Account</a></p>
    <p><NuxtLink to="/dashboard">Dashboard</NuxtLink></p>
    <form method="post" action="/logout"><button>Sign out</button></form>
  </div>
  <div v-else>
    <h1>Hello stranger</h1>
    <form method="post" action="/login"><button>Sign in with TikTok</button></form>
    <p><a href="/api/auth/signin">Sign in</a></p>
  </div>
</template>
`,
      'nuxt.config.ts': `export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  modules: ['porticojs/nuxt'],
  nitro: { experimental: { websocket: true } },
})
`,
      'package.json': `{
  "name": "portico-example-nuxt",
  "private": true,
  "type": "module",
  "scripts": {
    "dev": "nuxt dev",
    "check": "nuxt typecheck",
    "build": "nuxt build",
    "start": "node .output/server/index.mjs"
  },
  "dependencies": {
    "nuxt": "4.5.2",
    "porticojs": "*",
    "vue": "3.5.45",
    "vue-router": "5.4.0"
  },
  "devDependencies": {
    "@types/node": "24.19.2",
    "typescript": "6.0.3",
    "vue-tsc": "3.3.14"
  }
}
`,
      'server/api/echo.post.ts': `export default defineEventHandler(async (event) => {
  await requireSession(event)
  return readBody(event)
})
`,
      'server/api/me.get.ts': `export default defineEventHandler((event) => requireSession(event))
`,
      'server/routes/login.post.ts': `export default defineEventHandler((event) => signIn(event, 'tiktok'))
`,
      'server/routes/logout.post.ts': `export default defineEventHandler((event) => signOut(event))
`,
      'server/routes/socket.ts': `export default defineWebSocketHandler({
  upgrade,
  open(peer) {
    peer.send(\`Hello \${peerSession(peer).user.name}\`)
  },
})
`,
      'server/utils/auth.ts': `import { Auth } from 'porticojs'
import { toH3 } from 'porticojs/h3'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { handler, middleware, requireSession, signIn, signOut, upgrade, peerSession } =
  toH3(auth)
`,
      'tsconfig.json': `{
  "files": [],
  "references": [
    { "path": "./.nuxt/tsconfig.app.json" },
    { "path": "./.nuxt/tsconfig.server.json" },
    { "path": "./.nuxt/tsconfig.shared.json" },
    { "path": "./.nuxt/tsconfig.node.json" }
  ]
}
`,
    },
  },
  'react-router': {
    dependency: '@react-router/dev',
    routes: ['app/routes/auth.ts'],
    dev: 'react-router dev',
    files: {
      'app/auth.server.ts': `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'
import { toReactRouter } from 'porticojs/react-router'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { loader, action, middleware, sessionContext, requireSession, signIn, signOut } =
  toReactRouter(auth)
`,
      'app/root.tsx': `import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'

export { middleware } from './auth.server.ts'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Portico and React Router</title>
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}
`,
      'app/routes.ts': `import { index, type RouteConfig, route } from '@react-router/dev/routes'

export default [
  index('routes/home.tsx'),
  route('dashboard', 'routes/dashboard.tsx'),
  route('login', 'routes/login.ts'),
  route('logout', 'routes/logout.ts'),
  route('api/me', 'routes/me.ts'),
  route('api/auth/*', 'routes/auth.ts'),
] satisfies RouteConfig
`,
      'app/routes/auth.ts': `export { action, loader } from '../auth.server.ts'
`,
      'app/routes/dashboard.tsx': `import { requireSession } from '../auth.server.ts'
import type { Route } from './+types/dashboard'

export async function loader(args: Route.LoaderArgs) {
  const { user } = await requireSession(args)
  return { user }
}

export default function Dashboard({ loaderData: { user } }: Route.ComponentProps) {
  return <h1>Dashboard of {user.name ?? user.email}</h1>
}
`,
      'app/routes/home.tsx': `import { Form, Link } from 'react-router'
import { sessionContext } from '../auth.server.ts'
import type { Route } from './+types/home'

export function loader({ context }: Route.LoaderArgs) {
  return { session: context.get(sessionContext) }
}

export default function Home({ loaderData: { session } }: Route.ComponentProps) {
  if (!session) {
    return (
      <>
        <h1>Hello stranger</h1>
        <Form method="post" action="/login">
          <button type="submit">Sign in with TikTok</button>
        </Form>
        <Link to="/api/auth/signin">Sign in</Link>
      </>
    )
  }
  return (
    <>
      <h1>Hello {session.user.name ?? session.user.email}</h1>
      <Link to="/api/auth/account">Account</Link>
      <Link to="/dashboard">Dashboard</Link>
      <Form method="post" action="/logout">
        <button type="submit">Sign out</button>
      </Form>
    </>
  )
}
`,
      'app/routes/login.ts': `import { signIn } from '../auth.server.ts'
import type { Route } from './+types/login'

export const action = (args: Route.ActionArgs) => signIn(args, 'tiktok')
`,
      'app/routes/logout.ts': `import { signOut } from '../auth.server.ts'
import type { Route } from './+types/logout'

export const action = (args: Route.ActionArgs) => signOut(args)
`,
      'app/routes/me.ts': `import { requireSession } from '../auth.server.ts'
import type { Route } from './+types/me'

export const loader = async (args: Route.LoaderArgs) => Response.json(await requireSession(args))
`,
      'package.json': `{
  "name": "portico-example-react-router",
  "private": true,
  "type": "module",
  "scripts": {
    "dev": "react-router dev",
    "check": "react-router typegen && tsc",
    "build": "react-router build",
    "start": "react-router-serve build/server/index.js"
  },
  "dependencies": {
    "@react-router/node": "8.4.0",
    "@react-router/serve": "8.4.0",
    "isbot": "5.2.3",
    "porticojs": "*",
    "react": "19.3.1",
    "react-dom": "19.3.1",
    "react-router": "8.4.0"
  },
  "devDependencies": {
    "@react-router/dev": "8.4.0",
    "@types/node": "24.19.2",
    "@types/react": "19.3.0",
    "@types/react-dom": "19.3.0",
    "typescript": "6.0.3",
    "vite": "8.3.8"
  }
}
`,
      'react-router.config.ts': `import type { Config } from '@react-router/dev/config'

export default { ssr: true } satisfies Config
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["dom", "dom.iterable", "es2023"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "types": ["node", "vite/client"],
    "jsx": "react-jsx",
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "verbatimModuleSyntax": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true,
    "rootDirs": [".", "./.react-router/types"]
  },
  "include": ["app", ".react-router/types", "*.ts"]
}
`,
      'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [reactRouter()] })
`,
    },
  },
  'solid-start': {
    dependency: '@solidjs/start',
    routes: ['src/routes/api/auth/[...auth].ts'],
    dev: 'vite dev',
    files: {
      'package.json': `{
  "name": "portico-example-solid-start",
  "private": true,
  "type": "module",
  "scripts": {
    "dev": "vite dev",
    "check": "tsc",
    "build": "vite build",
    "start": "node .output/server/index.mjs"
  },
  "dependencies": {
    "@solidjs/router": "1.0.0",
    "@solidjs/start": "2.0.5",
    "porticojs": "*",
    "solid-js": "1.9.19"
  },
  "devDependencies": {
    "@types/node": "24.19.2",
    "nitro": "3.0.260903-beta",
    "typescript": "6.0.3",
    "vite": "8.3.8"
  }
}
`,
      'src/app.tsx': `import { Router } from '@solidjs/router'
import { FileRoutes } from '@solidjs/start/router'
import { Suspense } from 'solid-js'

export default function App() {
  return (
    <Router root={(props) => <Suspense>{props.children}</Suspense>}>
      <FileRoutes />
    </Router>
  )
}
`,
      'src/auth.ts': `import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'
import { toSolidStart } from 'porticojs/solid-start'
import { getRequestEvent } from 'solid-js/web'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut } = toSolidStart(
  auth,
  getRequestEvent,
)
`,
      'src/entry-client.tsx': `// @refresh reload
import { mount, StartClient } from '@solidjs/start/client'

mount(() => <StartClient />, document.getElementById('app') ?? document.body)
`,
      'src/entry-server.tsx': `// @refresh reload
import { createHandler, StartServer } from '@solidjs/start/server'

export default createHandler(() => (
  <StartServer
    document={({ assets, children, scripts }) => (
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>Portico and SolidStart</title>
          {assets}
        </head>
        <body>
          <div id="app">{children}</div>
          {scripts}
        </body>
      </html>
    )}
  />
))
`,
      'src/routes/api/auth/[...auth].ts': `export { GET, OPTIONS, POST } from '../../../auth.ts'
`,
      'src/routes/api/me.ts': `import { requireSession } from '../../auth.ts'

export const GET = async () => Response.json(await requireSession())
`,
      'src/routes/dashboard.tsx': `import { createAsync, useLocation } from '@solidjs/router'
import { Show } from 'solid-js'
import { dashboardUser } from '../session.ts'

export default function Dashboard() {
  const { pathname, search } = useLocation()
  const user = createAsync(() => dashboardUser(pathname + search), { deferStream: true })
  return <Show when={user()}>{(user) => <h1>Dashboard of {user().name ?? user().email}</h1>}</Show>
}
`,
      'src/routes/index.tsx': `import { A, createAsync } from '@solidjs/router'
import { Show } from 'solid-js'
import { currentSession } from '../session.ts'

export default function Home() {
  const session = createAsync(() => currentSession(), { deferStream: true })
  return (
    <Show when={session()} fallback={<Stranger />}>
      {(known) => (
        <>
          <h1>Hello {known().user.name ?? known().user.email}</h1>
          <a href="/api/auth/account" target="_self">
            Account
          </a>
          <A href="/dashboard">Dashboard</A>
          <form method="post" action="/logout">
            <button type="submit">Sign out</button>
          </form>
        </>
      )}
    </Show>
  )
}

function Stranger() {
  return (
    <>
      <h1>Hello stranger</h1>
      <form method="post" action="/login">
        <button type="submit">Sign in with TikTok</button>
      </form>
      <a href="/api/auth/signin" target="_self">
        Sign in
      </a>
    </>
  )
}
`,
      'src/routes/login.ts': `import { signIn } from '../auth.ts'

export const POST = () => signIn('tiktok')
`,
      'src/routes/logout.ts': `import { signOut } from '../auth.ts'

export const POST = () => signOut()
`,
      'src/session.ts': `import { query } from '@solidjs/router'
import { requireSession, session } from './auth.ts'

export const currentSession = query(async () => {
  'use server'
  return session()
}, 'session')

export const dashboardUser = query(async (page: string) => {
  'use server'
  const { user } = await requireSession({ callbackUrl: page })
  return user
}, 'dashboard')
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["dom", "dom.iterable", "es2023"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "types": ["node", "vite/client", "@solidjs/start/env"],
    "jsx": "preserve",
    "jsxImportSource": "solid-js",
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "*.ts"]
}
`,
      'vite.config.ts': `import { solidStart } from '@solidjs/start/config'
import { nitro } from 'nitro/vite'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [solidStart(), nitro()] })
`,
    },
  },
  sveltekit: {
    dependency: '@sveltejs/kit',
    routes: ['src/env.ts', 'src/hooks.server.ts'],
    dev: 'vite dev',
    files: {
      'package.json': `{
  "name": "portico-example-sveltekit",
  "private": true,
  "type": "module",
  "imports": {
    "#lib/*": "./src/lib/*"
  },
  "scripts": {
    "dev": "vite dev",
    "check": "svelte-kit sync && svelte-check",
    "build": "vite build",
    "start": "node build"
  },
  "dependencies": {
    "porticojs": "*"
  },
  "devDependencies": {
    "@sveltejs/adapter-node": "6.0.1",
    "@sveltejs/kit": "3.1.1",
    "@sveltejs/vite-plugin-svelte": "7.3.1",
    "@types/node": "24.19.2",
    "svelte": "5.57.3",
    "svelte-check": "4.7.8",
    "typescript": "6.0.3",
    "vite": "8.3.8"
  }
}
`,
      'src/app.d.ts': `import type { Session } from 'porticojs'

declare global {
  namespace App {
    interface Locals {
      session: Session | null
    }
  }
}
`,
      'src/app.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    %sveltekit.head%
  </head>
  <body data-sveltekit-preload-data="hover">
    <div style="display: contents">%sveltekit.body%</div>
  </body>
</html>
`,
      'src/env.ts': `import { defineEnvVars } from '@sveltejs/kit/env'

/** Portico says itself what is missing. */
const schema = (value: string | undefined) => value

export const variables = defineEnvVars({
  AUTH_SECRET: { schema },
  AUTH_URL: { schema },
  AUTH_TIKTOK_ID: { schema },
  AUTH_TIKTOK_SECRET: { schema },
})
`,
      'src/hooks.server.ts': `export { handle } from '#lib/server/auth.ts'
`,
      'src/lib/server/auth.ts': `import { redirect } from '@sveltejs/kit'
import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'
import { toSvelteKit } from 'porticojs/sveltekit'
import { dev } from '$app/env'
import * as env from '$app/env/private'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
  env: { ...process.env, ...env },
  dev,
})

export const { handle, session, requireSession, signIn, signOut } = toSvelteKit(auth, { redirect })
`,
      'src/routes/+layout.server.ts': `import type { LayoutServerLoad } from './$types'

export const load: LayoutServerLoad = ({ locals }) => ({ session: locals.session })
`,
      'src/routes/+page.server.ts': `import { signIn, signOut } from '#lib/server/auth.ts'

export const actions = { signIn, signOut }
`,
      'src/routes/+page.svelte': `<script lang="ts">
  import { enhance } from '$app/forms'
  import type { PageProps } from './$types'

  let { data }: PageProps = $props()
</script>

{#if data.session}
  <h1>Hello {data.session.user.name ?? data.session.user.email}</h1>
  <p><a href="/api/auth/account">Account</a></p>
  <p><a href="/dashboard">Dashboard</a></p>
  <form method="POST" action="?/signOut" use:enhance>
    <button>Sign out</button>
  </form>
{:else}
  <h1>Hello stranger</h1>
  <form method="POST" action="?/signIn" use:enhance>
    <button name="provider" value="tiktok">Sign in with TikTok</button>
  </form>
  <p><a href="/api/auth/signin">Sign in</a></p>
{/if}
`,
      'src/routes/api/me/+server.ts': `import { requireSession } from '#lib/server/auth.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async (event) => Response.json(await requireSession(event))
`,
      'src/routes/dashboard/+page.server.ts': `import { requireSession } from '#lib/server/auth.ts'
import type { PageServerLoad } from './$types'

export const load: PageServerLoad = async (event) => {
  const { user } = await requireSession(event)
  return { user }
}
`,
      'src/routes/dashboard/+page.svelte': `<script lang="ts">
  import type { PageProps } from './$types'

  let { data }: PageProps = $props()
</script>

<h1>Dashboard of {data.user.name ?? data.user.email}</h1>
`,
      'tsconfig.json': `{
  "extends": "$app/tsconfig",
  "compilerOptions": { "strict": true },
  "include": ["src", "*"]
}
`,
      'vite.config.ts': `import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [sveltekit({ adapter: adapter() })],
})
`,
    },
  },
  'tanstack-start': {
    dependency: '@tanstack/react-start',
    routes: ['src/routes/api/auth/$.ts'],
    dev: 'vite dev',
    files: {
      'package.json': `{
  "name": "portico-example-tanstack-start",
  "private": true,
  "type": "module",
  "scripts": {
    "dev": "vite dev",
    "check": "tsc",
    "build": "vite build",
    "start": "srvx --prod --static ../client dist/server/server.js"
  },
  "dependencies": {
    "@tanstack/react-router": "1.170.46",
    "@tanstack/react-start": "1.169.5",
    "porticojs": "*",
    "react": "19.3.1",
    "react-dom": "19.3.1",
    "srvx": "1.0.8"
  },
  "devDependencies": {
    "@types/node": "24.19.2",
    "@types/react": "19.3.0",
    "@types/react-dom": "19.3.0",
    "@vitejs/plugin-react": "6.3.0",
    "typescript": "6.0.3",
    "vite": "8.3.8"
  }
}
`,
      'src/auth.server.ts': `import { redirect } from '@tanstack/react-router'
import * as server from '@tanstack/react-start/server'
import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'
import { toTanStackStart } from 'porticojs/tanstack-start'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { handlers, session, requireSession, signIn, signOut } = toTanStackStart(auth, {
  redirect,
  ...server,
})
`,
      'src/routeTree.gen.ts': `/* eslint-disable */

// @ts-nocheck

// noinspection JSUnusedGlobalSymbols

// This file was automatically generated by TanStack Router.
// You should NOT make any changes in this file as it will be overwritten.
// Additionally, you should also exclude this file from your linter and/or formatter to prevent it from being checked or modified.

import { Route as rootRouteImport } from './routes/__root'
import { Route as IndexRouteImport } from './routes/index'
import { Route as DashboardRouteImport } from './routes/dashboard'
import { Route as LoginRouteImport } from './routes/login'
import { Route as LogoutRouteImport } from './routes/logout'
import { Route as ApiMeRouteImport } from './routes/api/me'
import { Route as ApiAuthSplatRouteImport } from './routes/api/auth/$'

const IndexRoute = IndexRouteImport.update({
  id: '/',
  path: '/',
  getParentRoute: () => rootRouteImport,
} as any)
const DashboardRoute = DashboardRouteImport.update({
  id: '/dashboard',
  path: '/dashboard',
  getParentRoute: () => rootRouteImport,
} as any)
const LoginRoute = LoginRouteImport.update({
  id: '/login',
  path: '/login',
  getParentRoute: () => rootRouteImport,
} as any)
const LogoutRoute = LogoutRouteImport.update({
  id: '/logout',
  path: '/logout',
  getParentRoute: () => rootRouteImport,
} as any)
const ApiMeRoute = ApiMeRouteImport.update({
  id: '/api/me',
  path: '/api/me',
  getParentRoute: () => rootRouteImport,
} as any)
const ApiAuthSplatRoute = ApiAuthSplatRouteImport.update({
  id: '/api/auth/$',
  path: '/api/auth/$',
  getParentRoute: () => rootRouteImport,
} as any)

export interface FileRoutesByFullPath {
  '/': typeof IndexRoute
  '/dashboard': typeof DashboardRoute
  '/login': typeof LoginRoute
  '/logout': typeof LogoutRoute
  '/api/me': typeof ApiMeRoute
  '/api/auth/$': typeof ApiAuthSplatRoute
}
export interface FileRoutesByTo {
  '/': typeof IndexRoute
  '/dashboard': typeof DashboardRoute
  '/login': typeof LoginRoute
  '/logout': typeof LogoutRoute
  '/api/me': typeof ApiMeRoute
  '/api/auth/$': typeof ApiAuthSplatRoute
}
export interface FileRoutesById {
  __root__: typeof rootRouteImport
  '/': typeof IndexRoute
  '/dashboard': typeof DashboardRoute
  '/login': typeof LoginRoute
  '/logout': typeof LogoutRoute
  '/api/me': typeof ApiMeRoute
  '/api/auth/$': typeof ApiAuthSplatRoute
}
export interface FileRouteTypes {
  fileRoutesByFullPath: FileRoutesByFullPath
  fullPaths:
    '/' | '/dashboard' | '/login' | '/logout' | '/api/me' | '/api/auth/$'
  fileRoutesByTo: FileRoutesByTo
  to: '/' | '/dashboard' | '/login' | '/logout' | '/api/me' | '/api/auth/$'
  id:
    | '__root__'
    | '/'
    | '/dashboard'
    | '/login'
    | '/logout'
    | '/api/me'
    | '/api/auth/$'
  fileRoutesById: FileRoutesById
}
export interface RootRouteChildren {
  IndexRoute: typeof IndexRoute
  DashboardRoute: typeof DashboardRoute
  LoginRoute: typeof LoginRoute
  LogoutRoute: typeof LogoutRoute
  ApiMeRoute: typeof ApiMeRoute
  ApiAuthSplatRoute: typeof ApiAuthSplatRoute
}

declare module '@tanstack/react-router' {
  interface FileRoutesByPath {
    '/': {
      id: '/'
      path: '/'
      fullPath: '/'
      preLoaderRoute: typeof IndexRouteImport
      parentRoute: typeof rootRouteImport
    }
    '/dashboard': {
      id: '/dashboard'
      path: '/dashboard'
      fullPath: '/dashboard'
      preLoaderRoute: typeof DashboardRouteImport
      parentRoute: typeof rootRouteImport
    }
    '/login': {
      id: '/login'
      path: '/login'
      fullPath: '/login'
      preLoaderRoute: typeof LoginRouteImport
      parentRoute: typeof rootRouteImport
    }
    '/logout': {
      id: '/logout'
      path: '/logout'
      fullPath: '/logout'
      preLoaderRoute: typeof LogoutRouteImport
      parentRoute: typeof rootRouteImport
    }
    '/api/me': {
      id: '/api/me'
      path: '/api/me'
      fullPath: '/api/me'
      preLoaderRoute: typeof ApiMeRouteImport
      parentRoute: typeof rootRouteImport
    }
    '/api/auth/$': {
      id: '/api/auth/$'
      path: '/api/auth/$'
      fullPath: '/api/auth/$'
      preLoaderRoute: typeof ApiAuthSplatRouteImport
      parentRoute: typeof rootRouteImport
    }
  }
}

const rootRouteChildren: RootRouteChildren = {
  IndexRoute: IndexRoute,
  DashboardRoute: DashboardRoute,
  LoginRoute: LoginRoute,
  LogoutRoute: LogoutRoute,
  ApiMeRoute: ApiMeRoute,
  ApiAuthSplatRoute: ApiAuthSplatRoute,
}
export const routeTree = rootRouteImport
  ._addFileChildren(rootRouteChildren)
  ._addFileTypes<FileRouteTypes>()

import type { getRouter } from './router.tsx'
import type { createStart } from '@tanstack/react-start'
declare module '@tanstack/react-start' {
  interface Register {
    ssr: true
    router: Awaited<ReturnType<typeof getRouter>>
  }
}
`,
      'src/router.tsx': `import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen.ts'

export function getRouter() {
  return createRouter({ routeTree })
}
`,
      'src/routes/__root.tsx': `import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'

export const Route = createRootRoute({
  head: () => ({ meta: [{ charSet: 'utf-8' }, { title: 'Portico and TanStack Start' }] }),
  component: Document,
})

function Document() {
  return (
    <html lang="en">
      <head>
        <HeadContent />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  )
}
`,
      'src/routes/api/auth/$.ts': `import { createFileRoute } from '@tanstack/react-router'
import { handlers } from '../../../auth.server.ts'

export const Route = createFileRoute('/api/auth/$')({ server: { handlers } })
`,
      'src/routes/api/me.ts': `import { createFileRoute } from '@tanstack/react-router'
import { requireSession } from '../../auth.server.ts'

export const Route = createFileRoute('/api/me')({
  server: { handlers: { GET: async () => Response.json(await requireSession()) } },
})
`,
      'src/routes/dashboard.tsx': `import { createFileRoute } from '@tanstack/react-router'
import { dashboardUser } from '../session.ts'

export const Route = createFileRoute('/dashboard')({
  loader: ({ location }) => dashboardUser({ data: location.href }),
  component: Dashboard,
})

function Dashboard() {
  const user = Route.useLoaderData()
  return <h1>Dashboard of {user.name ?? user.email}</h1>
}
`,
      'src/routes/index.tsx': `import { createFileRoute, Link } from '@tanstack/react-router'
import { currentSession } from '../session.ts'

export const Route = createFileRoute('/')({
  loader: () => currentSession(),
  component: Home,
})

function Home() {
  const session = Route.useLoaderData()
  if (!session) {
    return (
      <>
        <h1>Hello stranger</h1>
        <form method="post" action="/login">
          <button type="submit">Sign in with TikTok</button>
        </form>
        <a href="/api/auth/signin">Sign in</a>
      </>
    )
  }
  return (
    <>
      <h1>Hello {session.user.name ?? session.user.email}</h1>
      <a href="/api/auth/account">Account</a>
      <Link to="/dashboard">Dashboard</Link>
      <form method="post" action="/logout">
        <button type="submit">Sign out</button>
      </form>
    </>
  )
}
`,
      'src/routes/login.ts': `import { createFileRoute } from '@tanstack/react-router'
import { signIn } from '../auth.server.ts'

export const Route = createFileRoute('/login')({
  server: { handlers: { POST: () => signIn('tiktok') } },
})
`,
      'src/routes/logout.ts': `import { createFileRoute } from '@tanstack/react-router'
import { signOut } from '../auth.server.ts'

export const Route = createFileRoute('/logout')({
  server: { handlers: { POST: () => signOut() } },
})
`,
      'src/session.ts': `import { createServerFn } from '@tanstack/react-start'
import { requireSession, session } from './auth.server.ts'

export const currentSession = createServerFn().handler(() => session())

export const dashboardUser = createServerFn()
  .validator((page: string) => page)
  .handler(async ({ data }) => {
    const { user } = await requireSession({ callbackUrl: data })
    return user
  })
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "lib": ["dom", "dom.iterable", "es2023"],
    "module": "esnext",
    "moduleResolution": "bundler",
    "types": ["node", "vite/client"],
    "jsx": "react-jsx",
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "allowImportingTsExtensions": true,
    "skipLibCheck": true,
    "noEmit": true
  },
  "include": ["src", "*.ts"]
}
`,
      'vite.config.ts': `import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({ plugins: [tanstackStart(), react()] })
`,
    },
  },
  workers: {
    dependency: 'wrangler',
    dev: 'wrangler dev --var NODE_ENV:development',
    files: {
      'package.json': `{
  "name": "portico-workers-example",
  "private": true,
  "type": "module",
  "scripts": {
    "check": "wrangler types && tsc",
    "build": "wrangler deploy --dry-run --outdir dist",
    "start": "wrangler dev dist/index.js --no-bundle",
    "dev": "wrangler dev --var NODE_ENV:development",
    "deploy": "wrangler deploy"
  },
  "dependencies": {
    "porticojs": "*"
  },
  "devDependencies": {
    "typescript": "6.0.3",
    "wrangler": "4.158.0"
  }
}
`,
      'src/auth.ts': `import { Auth } from 'porticojs'
import Resend from 'porticojs/providers/resend'
import TikTok from 'porticojs/providers/tiktok'
import { d1 } from 'porticojs/storage/d1'
import { toWorkers } from 'porticojs/workers'

export const { handler, session, requireSession, signIn, signOut } = toWorkers((env: Env) =>
  Auth({
    env,
    providers: [TikTok, Resend({ from: 'Portico <hello@example.com>' })],
    storage: d1(env.DB),
  }),
)
`,
      'src/index.ts': `import { handler, requireSession, session, signIn, signOut } from './auth'
import { dashboard, home } from './pages'

const html = { 'content-type': 'text/html; charset=utf-8' }

const showDashboard = requireSession(
  (_request, { session }) => new Response(dashboard(session), { headers: html }),
)
const showMe = requireSession((_request, { session }) => Response.json(session))
const echo = requireSession(async (request) => Response.json(await request.json()))

export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/api/auth/')) return handler(request, env, ctx)

    switch (\`\${request.method} \${pathname}\`) {
      case 'GET /': {
        const headers = new Headers(html)
        return new Response(home(await session(request, { env, response: headers })), { headers })
      }
      case 'GET /dashboard':
        return showDashboard(request, env, ctx)
      case 'GET /api/me':
        return showMe(request, env, ctx)
      case 'POST /api/echo':
        return echo(request, env, ctx)
      case 'POST /login':
        return signIn(request, 'tiktok', { env })
      case 'POST /logout':
        return signOut(request, { env })
      default:
        return new Response('Not found', { status: 404 })
    }
  },
} satisfies ExportedHandler<Env>
`,
      'src/pages.ts': `import type { Session } from 'porticojs'

export function home(session: Session | null): string {
  if (!session) {
    return page(\`
      <h1>Hello stranger</h1>
      <form method="post" action="/login"><button>Sign in with TikTok</button></form>
      <a href="/api/auth/signin">Sign in</a>\`)
  }
  return page(\`
    <h1>Hello \${nameOf(session)}</h1>
    <a href="/api/auth/account">Account</a>
    <a href="/dashboard">Dashboard</a>
    <form method="post" action="/logout"><button>Sign out</button></form>\`)
}

export function dashboard(session: Session): string {
  return page(\`<h1>Dashboard of \${nameOf(session)}</h1>\`)
}

function nameOf({ user }: Session): string {
  const name = user.name ?? user.email ?? ''
  return name.replace(/[&<>]/g, (character) => \`&#\${character.charCodeAt(0)};\`)
}

function page(body: string): string {
  return \`<!doctype html><html lang="en"><meta charset="utf-8"><title>Portico and Workers</title><body>\${body}</body></html>\`
}
`,
      'tsconfig.json': `{
  "compilerOptions": {
    "target": "es2023",
    "module": "esnext",
    "moduleResolution": "bundler",
    "lib": ["es2023"],
    "types": ["./worker-configuration.d.ts"],
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "noEmit": true
  },
  "include": ["src", "worker-configuration.d.ts"]
}
`,
      'wrangler.jsonc': `{
  "$schema": "node_modules/wrangler/config-schema.json",
  "name": "portico-workers-example",
  "main": "src/index.ts",
  "compatibility_date": "2026-07-01",
  // \`npx wrangler d1 create auth\` tells the id of your database.
  "d1_databases": [
    {
      "binding": "DB",
      "database_name": "auth",
      "database_id": "00000000-0000-0000-0000-000000000000"
    }
  ]
}
`,
    },
  },
}
