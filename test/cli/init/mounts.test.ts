import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { newFolder } from '../folder.ts'
import { portico } from '../typed.ts'

interface Left {
  path?: string
  about: string
  lines: string[]
}

const manifest = '{"type":"module","dependencies":{"porticojs":"*"}}'

/** Runs `init --yes` in an application with these files. */
async function mounted(framework: string, files: Record<string, string>, ...options: string[]) {
  const folder = newFolder({ 'package.json': manifest, ...files })
  const typed = ['init', '--framework', framework, '--yes', '--json', ...options]
  const { changed, left, install }: { changed: string[]; left: Left[]; install?: string } =
    JSON.parse((await portico(typed, { folder })).out)
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const again = JSON.parse((await portico(typed, { folder })).out)
  expect(again, 'the second time').toMatchObject({ written: [], changed: [], left })
  return { changed, left, install, read }
}

/** One change that is made in a file, which is shown before and after it. */
type Change = [title: string, framework: string, path: string, before: string, after: string]

const changes: Change[] = [
  [
    'behind the line that makes it',
    'express',
    'server.ts',
    `import express from 'express'
import { helmet } from './helmet.ts'

const app = express()
app.use(helmet())
app.listen(3000)
`,
    `import express from 'express'
import { helmet } from './helmet.ts'
import { toExpress } from 'porticojs/express'
import { auth } from './auth.ts'

const app = express()
app.use('/api/auth', toExpress(auth).handler)
app.use(helmet())
app.listen(3000)
`,
  ],
  [
    'inside the function that makes it, under a name that is free',
    'express',
    'src/app.ts',
    `import express from "express";
import { auth } from "./middleware/auth.js";

export function makeApp() {
  const app: express.Express = express();
  app.use(auth);
  return app;
}
`,
    `import express from "express";
import { auth } from "./middleware/auth.js";
import { toExpress } from "porticojs/express";
import { auth as portico } from "./auth.js";

export function makeApp() {
  const app: express.Express = express();
  app.use("/api/auth", toExpress(portico).handler);
  app.use(auth);
  return app;
}
`,
  ],
  [
    'behind options over several lines',
    'fastify',
    'server.ts',
    `import Fastify from 'fastify'

const app = Fastify({
  logger: { level: 'info' }, // a ) in a comment
})

await app.listen({ port: 3000 })
`,
    `import Fastify from 'fastify'
import { toFastify } from 'porticojs/fastify'
import { auth } from './auth.ts'

const app = Fastify({
  logger: { level: 'info' }, // a ) in a comment
})
app.register(toFastify(auth).handler, { prefix: '/api/auth' })

await app.listen({ port: 3000 })
`,
  ],
  [
    'with types of its own',
    'hono',
    'src/index.ts',
    `import { Hono } from 'hono'

const app = new Hono<{ Variables: { id: string } }>()

export default app
`,
    `import { Hono } from 'hono'
import { toHono } from 'porticojs/hono'
import { auth } from './auth.ts'

const app = new Hono<{ Variables: { id: string } }>()
app.all('/api/auth/*', toHono(auth).handler)

export default app
`,
  ],
  [
    'without a router',
    'koa',
    'index.ts',
    `import Koa from 'koa'

const app = new Koa()
app.listen(3000)
`,
    `import Koa from 'koa'
import { toKoa } from 'porticojs/koa'
import { auth } from './auth.ts'

const app = new Koa()
const authHandler = toKoa(auth).handler
app.use((ctx, next) => (ctx.path.startsWith('/api/auth/') ? authHandler(ctx) : next()))
app.listen(3000)
`,
  ],
  [
    'of version 2',
    'h3',
    'index.ts',
    `import { H3, serve } from 'h3'

const app = new H3()
serve(app)
`,
    `import { H3, serve } from 'h3'
import { toH3 } from 'porticojs/h3'
import { auth } from './auth.ts'

const app = new H3()
app.all('/api/auth/**', toH3(auth).handler)
serve(app)
`,
  ],
  [
    'in its chain',
    'elysia',
    'src/index.ts',
    `import { Elysia } from "elysia";

const app = new Elysia()
  .get("/", () => "Hello")
  .listen(3000);
`,
    `import { Elysia } from "elysia";
import { toElysia } from "porticojs/elysia";
import { auth } from "./auth.ts";

const app = new Elysia()
  .all("/api/auth/*", toElysia(auth).handler, { parse: "none" })
  .get("/", () => "Hello")
  .listen(3000);
`,
  ],
  [
    'among its modules',
    'nest',
    'src/app.module.ts',
    `import { Module } from '@nestjs/common';
import { AppController } from './app.controller.js';

@Module({
  imports: [
    UsersModule,
  ],
  controllers: [AppController],
})
export class AppModule {}
`,
    `import { Module } from '@nestjs/common';
import { AppController } from './app.controller.js';
import { AuthModule } from './auth.js';

@Module({
  imports: [
    AuthModule,
    UsersModule,
  ],
  controllers: [AppController],
})
export class AppModule {}
`,
  ],
  [
    'beside a module that has its name',
    'nest',
    'src/app.module.ts',
    `import { Module } from '@nestjs/common'
import { AuthModule } from './login/login.module'

@Module({ imports: [AuthModule] })
export class AppModule {}
`,
    `import { Module } from '@nestjs/common'
import { AuthModule } from './login/login.module'
import { AuthModule as PorticoModule } from './auth'

@Module({ imports: [PorticoModule, AuthModule] })
export class AppModule {}
`,
  ],
  [
    'beside other modules',
    'nuxt',
    'nuxt.config.ts',
    `export default defineNuxtConfig({
  devtools: { enabled: true },
  modules: ['@nuxt/ui'],
  vite: { build: { modules: [] } },
})
`,
    `export default defineNuxtConfig({
  devtools: { enabled: true },
  modules: ['porticojs/nuxt', '@nuxt/ui'],
  vite: { build: { modules: [] } },
})
`,
  ],
  [
    'without other modules',
    'nuxt',
    'nuxt.config.ts',
    `// modules: []
export default defineNuxtConfig({
  compatibilityDate: "2026-01-01",
})
`,
    `// modules: []
export default defineNuxtConfig({
  modules: ["porticojs/nuxt"],
  compatibilityDate: "2026-01-01",
})
`,
  ],
  [
    'with the adapter, where nothing is set',
    'astro',
    'astro.config.mjs',
    `// @ts-check
import { defineConfig } from 'astro/config';

// https://astro.build/config
export default defineConfig({});
`,
    `// @ts-check
import { defineConfig } from 'astro/config';
import node from '@astrojs/node';
import portico from 'porticojs/astro';

// https://astro.build/config
export default defineConfig({
  adapter: node({ mode: 'standalone' }),
  integrations: [portico()],
});
`,
  ],
  [
    'beside an adapter and an integration',
    'astro',
    'astro.config.ts',
    `import vercel from '@astrojs/vercel'
import vue from '@astrojs/vue'
import { defineConfig } from 'astro/config'

export default defineConfig({ adapter: vercel(), integrations: [vue()] })
`,
    `import vercel from '@astrojs/vercel'
import vue from '@astrojs/vue'
import { defineConfig } from 'astro/config'
import portico from 'porticojs/astro'

export default defineConfig({ adapter: vercel(), integrations: [portico(), vue()] })
`,
  ],
]

/** What an application has besides the file that changes. */
const beside: Record<string, Record<string, string>> = {
  express: {},
  nest: {},
  nuxt: { 'app/app.vue': '<template />' },
  astro: { 'src/pages/index.astro': '' },
}

describe('npx porticojs init mounts the sign-in', () => {
  test.each(changes)('%s: %s', async (_, framework, path, before, after) => {
    const { changed, read, left } = await mounted(framework, {
      [path]: before,
      ...beside[framework],
    })
    expect(read(path)).toBe(after)
    expect(changed).toEqual([path])
    expect(left).toEqual([])
  })

  test('of Express in CommonJS, by require', async () => {
    const before = `'use strict';
var express = require('express');
var app = express();
module.exports = app;
`
    const { read } = await mounted('express', { 'package.json': '{}', 'app.js': before })
    expect(read('app.js')).toBe(`'use strict';
var express = require('express');
const { toExpress } = require('porticojs/express');
const { auth } = require('./auth.mjs');
var app = express();
app.use('/api/auth', toExpress(auth).handler);
module.exports = app;
`)
    expect(read('auth.mjs')).toContain('export const auth = Auth({')
  })

  test.each(changes)(
    '%s of %s, and keeps the line ends of Windows',
    async (_, framework, path, before, after) => {
      const windows = (text: string) => text.replaceAll('\n', '\r\n')
      const { read } = await mounted(framework, { [path]: windows(before), ...beside[framework] })
      expect(read(path)).toBe(windows(after))
    },
  )

  test('of React Router, by a route and the middleware of the root', async () => {
    const { read, changed } = await mounted('react-router', {
      'app/routes.ts': `import { type RouteConfig, index } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
      'app/root.tsx': `import { Outlet } from "react-router";
import "./app.css";

export default function App() {
  return <Outlet />;
}
`,
    })
    expect(changed.sort()).toEqual(['app/root.tsx', 'app/routes.ts'])
    expect(
      read('app/routes.ts'),
    ).toBe(`import { type RouteConfig, index, route } from "@react-router/dev/routes";

export default [route("api/auth/*", "routes/auth.ts"), index("routes/home.tsx")] satisfies RouteConfig;
`)
    expect(read('app/root.tsx')).toContain(`import "./app.css";

export { middleware } from "./auth.server";

export default`)
    expect(read('app/routes/auth.ts')).toBe("export { action, loader } from '../auth.server'\n")
  })

  test('of React Router 7, with the flags that it needs', async () => {
    const { read } = await mounted('react-router', {
      'package.json': '{"devDependencies":{"@react-router/dev":"7.18.0"}}',
      'app/root.tsx': 'export default function App() {}\n',
      'app/routes.ts': `import { flatRoutes } from '@react-router/fs-routes'

export default flatRoutes()
`,
      'react-router.config.ts': 'export default {\n  ssr: true,\n} satisfies Config\n',
    })
    expect(read('react-router.config.ts')).toContain(
      '\n  future: { v8_middleware: true, v8_passThroughRequests: true },\n',
    )
    expect(read('app/routes/api.auth.$.ts')).toContain("from '../auth.server'")
    expect(read('app/root.tsx')).toBe(
      "export { middleware } from './auth.server'\n\nexport default function App() {}\n",
    )
  })

  test('of React Router beside a page of its own that is called auth', async () => {
    const page = 'export default function SignIn() {}\n'
    const { read } = await mounted('react-router', {
      'app/root.tsx': '',
      'app/routes/auth.ts': page,
      'app/routes.ts': `import { route } from '@react-router/dev/routes'

export default [
  route('login', 'routes/auth.ts'),
]
`,
    })
    expect(read('app/routes/auth.ts')).toBe(page)
    expect(read('app/routes.ts')).toContain(
      "  route('api/auth/*', 'routes/portico.ts'),\n  route('login'",
    )
    expect(read('app/routes/portico.ts')).toContain('loader')
  })

  test('of SvelteKit beside a hook of its own, before it', async () => {
    const { read } = await mounted('sveltekit', {
      'src/hooks.server.ts': `import type { Handle } from '@sveltejs/kit';

export const handle: Handle = async ({ event, resolve }) => {
	return resolve(event);
};
`,
    })
    expect(read('src/hooks.server.ts')).toBe(`import type { Handle } from '@sveltejs/kit';
import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from './lib/server/auth';

const ownHandle: Handle = async ({ event, resolve }) => {
	return resolve(event);
};

export const handle = sequence(authHandle, ownHandle);
`)
  })

  test('of SvelteKit beside hooks that handle no request', async () => {
    const before = 'export const handleError = () => {}\n'
    const { read } = await mounted('sveltekit', { 'src/hooks.server.ts': before })
    expect(read('src/hooks.server.ts')).toBe(
      `${before}\nexport { handle } from './lib/server/auth'\n`,
    )
  })

  test('of SvelteKit, and types locals.session where the generator left a comment', async () => {
    const { read } = await mounted('sveltekit', {
      'src/routes/+page.svelte': '',
      'src/app.d.ts':
        'declare global {\n\tnamespace App {\n\t\t// interface Locals {}\n\t}\n}\nexport {};\n',
    })
    expect(read('src/app.d.ts')).toContain(
      "\t\tinterface Locals {\n\t\t\tsession: import('porticojs').Session | null;\n\t\t}\n",
    )
  })

  test.each([
    [
      'nuxt',
      'nuxt.config.ts',
      'server/sign-in.ts',
      "['porticojs/nuxt', { auth: 'server/sign-in.ts' }]",
    ],
    [
      'astro',
      'astro.config.mjs',
      'src/lib/sign-in.ts',
      "portico({ auth: './src/lib/sign-in.ts' })",
    ],
  ])('of %s with its configuration elsewhere', async (framework, path, file, expected) => {
    const define = framework === 'nuxt' ? 'defineNuxtConfig' : 'defineConfig'
    const { read } = await mounted(
      framework,
      { [path]: `export default ${define}({})\n`, 'src/page.ts': '' },
      '--file',
      file,
    )
    expect(read(path)).toContain(expected)
  })

  test.each([
    [6, 'npm install @astrojs/node@10'],
    [7, 'npm install @astrojs/node@11'],
  ])('of Astro %i, and names the adapter that fits', async (major, install) => {
    const said = await mounted('astro', {
      'package.json': JSON.stringify({ dependencies: { astro: `^${major}.0.0`, porticojs: '*' } }),
      'astro.config.mjs': 'export default defineConfig({})\n',
      'src/pages/index.astro': '',
    })
    expect(said.install).toBe(install)
  })
})

describe('npx porticojs init changes nothing where it is not sure, and shows the lines', () => {
  test.each([
    ['express', 'two applications', { 'server.ts': 'const a = express()\nconst b = express()\n' }],
    ['express', 'no application', { 'server.ts': 'startMyOwn()\n' }],
    ['express', 'one in a comment', { 'server.ts': '// const app = express()\n' }],
    ['express', 'one in a string', { 'server.ts': 'run(`\nconst app = express()\n`)\n' }],
    ['express', 'one that goes on', { 'server.ts': "const app = express()\n  .disable('etag')\n" }],
    ['express', 'one without an end', { 'server.ts': 'const app = express(\n' }],
    ['express', 'no free name', { 'a.ts': 'const app = express()\nauth(portico)\n' }],
    ['hono', 'a base path', { 'src/index.ts': "const app = new Hono().basePath('/api')\n" }],
    ['elysia', 'a prefix', { 'index.ts': "const app = new Elysia({ prefix: '/api' })\n" }],
    ['h3', 'routers', { 'package.json': '{"dependencies":{"h3":"1.0.0"}}', 'a.ts': 'createApp()' }],
    ['nest', 'no root module', { 'src/main.ts': '' }],
    ['nest', 'modules from elsewhere', { 'src/app.module.ts': '@Module({ imports: modules })\n' }],
    [
      'nuxt',
      'settings from elsewhere',
      { 'app/app.vue': '', 'nuxt.config.ts': 'export default settings\n' },
    ],
    [
      'nuxt',
      'a spread',
      { 'app/app.vue': '', 'nuxt.config.ts': 'export default defineNuxtConfig({ ...mine })\n' },
    ],
    [
      'nuxt',
      'a quoted name',
      {
        'app/app.vue': '',
        'nuxt.config.ts': "export default defineNuxtConfig({ 'modules': [] })\n",
      },
    ],
    [
      'astro',
      'settings from elsewhere',
      { 'src/a.astro': '', 'astro.config.mjs': 'export default settings\n' },
    ],
    [
      'sveltekit',
      'a hook that is a function',
      { 'src/hooks.server.ts': 'export function handle() {}\n' },
    ],
    ['workers', 'routes in code', { 'src/index.ts': 'export default { fetch() {} }\n' }],
  ])('%s: %s', async (framework, _, files) => {
    const { changed, left, read } = await mounted(framework, files)
    expect(changed).toEqual([])
    expect(left[0]?.lines.join('\n')).toMatch(/porticojs|portico\(|auth/i)
    for (const [path, text] of Object.entries(files)) expect(read(path)).toBe(text)
  })
})

describe('npx porticojs init asks before it changes a file', () => {
  const files = {
    'package.json': '{"type":"module","dependencies":{"express":"5"}}',
    'server.ts': "import express from 'express'\n\nconst app = express()\napp.listen(3000)\n",
  }

  test('shows the change as a diff, and makes it after a yes', async () => {
    const folder = newFolder(files)
    const asked: string[] = []
    const confirm = async (question: string) => asked.push(question) > 0
    const { out } = await portico(['init'], { folder, confirm })
    expect(asked).toEqual([
      `--- server.ts
+++ server.ts
@@ -1,4 +1,7 @@
 import express from 'express'
+import { toExpress } from 'porticojs/express'
+import { auth } from './auth.ts'
 
 const app = express()
+app.use('/api/auth', toExpress(auth).handler)
 app.listen(3000)

Change server.ts like this?`,
    ])
    expect(out).toMatch(/changed {2}server\.ts/)
    expect(out).not.toContain('Left to do')
  })

  test.each([
    ['a no', async () => false],
    ['nobody to ask', async () => undefined],
  ])('leaves the file after %s, and prints what is left to do', async (_, confirm) => {
    const folder = newFolder(files)
    const { out, code } = await portico(['init'], { folder, confirm })
    expect(code).toBe(0)
    expect(readFileSync(join(folder, 'server.ts'), 'utf8')).toBe(files['server.ts'])
    expect(out).toContain('1. server.ts: make this change')
    expect(out).toContain("+app.use('/api/auth', toExpress(auth).handler)")
    expect(out).toContain('Then start it for development')
  })
})
