import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Files = Record<string, string>

const examples = join(import.meta.dirname, '../../examples')

/** Settings that an example has, too. */
function copied(example: string, ...paths: string[]): Files {
  const textOf = (path: string) => readFileSync(join(examples, example, path), 'utf8')
  return Object.fromEntries(paths.map((path) => [path, textOf(path)]))
}

/** The versions of some packages, as the example of a framework has them. */
function versions(example: string, ...names: string[]): Record<string, string> {
  const { 'package.json': file = '' } = copied(example, 'package.json')
  const { dependencies, devDependencies } = JSON.parse(file)
  const all = { ...dependencies, ...devDependencies }
  return Object.fromEntries(names.map((name) => [name, all[name] ?? 'latest']))
}

function manifest(
  scripts: Record<string, string>,
  dependencies: Record<string, string>,
  rest: object = { type: 'module' },
): string {
  return `${JSON.stringify({ name: 'app', private: true, ...rest, scripts, dependencies }, null, 2)}\n`
}

const strict = { strict: true, skipLibCheck: true, noEmit: true }

function tsconfig(compilerOptions: object, rest: object = {}): string {
  return JSON.stringify({ compilerOptions: { ...strict, ...compilerOptions }, ...rest }, null, 2)
}

const hono: Files = {
  'package.json': manifest(
    { dev: 'tsx watch src/index.ts', start: 'node dist/index.js' },
    { ...versions('hono', 'hono', '@hono/node-server', '@types/node', 'typescript'), tsx: '4' },
  ),
  'tsconfig.json': tsconfig({
    target: 'ESNext',
    module: 'NodeNext',
    verbatimModuleSyntax: true,
    types: ['node'],
    jsx: 'react-jsx',
    jsxImportSource: 'hono/jsx',
  }),
  'src/index.ts': `import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { greeting } from './greeting.js'

const app = new Hono()

app.get('/', (c) => c.text(greeting))

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
`,
  'src/greeting.ts': "export const greeting = 'Hello'\n",
}

const astro: Files = {
  'package.json': manifest({ dev: 'astro dev', build: 'astro build' }, versions('astro', 'astro')),
  'tsconfig.json':
    '{ "extends": "astro/tsconfigs/strict", "include": [".astro/types.d.ts", "**/*"] }\n',
  'astro.config.mjs': `// @ts-check
import { defineConfig } from 'astro/config';

export default defineConfig({});
`,
  'src/pages/index.astro': '<html lang="en"><body><h1>Astro</h1></body></html>\n',
}

const reactRouter: Files = {
  'package.json': manifest(
    { dev: 'react-router dev', typecheck: 'react-router typegen && tsc' },
    versions(
      'react-router',
      '@react-router/node',
      '@react-router/serve',
      '@react-router/dev',
      'react-router',
      'react',
      'react-dom',
      'isbot',
      '@types/node',
      '@types/react',
      '@types/react-dom',
      'typescript',
      'vite',
    ),
  ),
  'tsconfig.json': tsconfig(
    {
      target: 'ES2022',
      lib: ['DOM', 'DOM.Iterable', 'ES2022'],
      module: 'ES2022',
      moduleResolution: 'bundler',
      types: ['node', 'vite/client'],
      jsx: 'react-jsx',
      verbatimModuleSyntax: true,
      rootDirs: ['.', './.react-router/types'],
    },
    { include: ['app', '.react-router/types/**/*'] },
  ),
  'vite.config.ts': `import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";

export default defineConfig({ plugins: [reactRouter()] });
`,
  'react-router.config.ts': `import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
} satisfies Config;
`,
  'app/root.tsx': `import { Links, Meta, Outlet, Scripts } from "react-router";

export default function App() {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
`,
  'app/routes.ts': `import { type RouteConfig, index } from "@react-router/dev/routes";

export default [index("routes/home.tsx")] satisfies RouteConfig;
`,
  'app/routes/home.tsx': 'export default function Home() {\n  return <h1>Home</h1>;\n}\n',
}

const nuxt: Files = {
  'package.json': manifest(
    { dev: 'nuxt dev', build: 'nuxt build', postinstall: 'nuxt prepare' },
    versions('nuxt', 'nuxt', 'vue', 'vue-router'),
  ),
  ...copied('nuxt', 'tsconfig.json'),
  'nuxt.config.ts': `export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  devtools: { enabled: false },
})
`,
  'app/app.vue': '<template>\n  <h1>Nuxt</h1>\n</template>\n',
}

const svelteKit3: Files = {
  'package.json': manifest(
    { dev: 'vite dev', check: 'svelte-kit sync && svelte-check' },
    versions(
      'sveltekit',
      '@sveltejs/adapter-node',
      '@sveltejs/kit',
      '@sveltejs/vite-plugin-svelte',
      'svelte',
      'svelte-check',
      'typescript',
      'vite',
    ),
  ),
  ...copied('sveltekit', 'tsconfig.json', 'vite.config.ts', 'src/app.html'),
  'src/routes/+page.svelte': '<h1>SvelteKit</h1>\n',
}

const express: Files = {
  'package.json': manifest(
    { dev: 'node --watch src/index.ts' },
    versions('express', 'express', '@types/express', '@types/node', 'typescript'),
  ),
  'tsconfig.json': tsconfig({
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    allowImportingTsExtensions: true,
  }),
  'src/auth.ts': `import type { RequestHandler } from 'express'

export const auth: RequestHandler = (req, res, next) => {
  if (req.path.startsWith('/admin') && !req.headers.authorization) res.status(401).end()
  else next()
}
`,
  'src/database.ts': `import { DatabaseSync } from 'node:sqlite'

export const database = new DatabaseSync('app.db')
database.exec('create table if not exists users (id integer primary key, name text)')
`,
  'src/index.ts': `import express from 'express'
import { auth } from './auth.ts'
import { database } from './database.ts'

const app = express()

app.use(express.json(), express.urlencoded({ extended: true }))
app.use(auth)
app.get('/users', (_req, res) => {
  res.json(database.prepare('select * from users').all())
})
app.use((_req, res) => {
  res.status(404).send('Nothing here')
})

app.listen(Number(process.env.PORT ?? 3000))
`,
}

const fastify: Files = {
  'package.json': manifest({ dev: 'node --watch server.js' }, versions('fastify', 'fastify')),
  'server.js': `import Fastify from 'fastify'

const app = Fastify({
  logger: false,
})

app.get('/', async () => ({ hello: 'world' }))

await app.listen({ port: Number(process.env.PORT ?? 3000) })
`,
}

const koa: Files = {
  'package.json': manifest({}, versions('koa', 'koa'), { type: 'commonjs' }),
  'index.js': `const Koa = require('koa')

const app = new Koa()

app.use(async (ctx) => {
  ctx.body = 'Hello'
})

app.listen(process.env.PORT ?? 3000)
`,
}

/** Applications in the shape that generators give them, and others that people write themselves. */
export const byHand: Record<
  'hono' | 'astro' | 'reactRouter' | 'nuxt' | 'svelteKit3' | 'express' | 'fastify' | 'koa',
  Files
> = { hono, astro, reactRouter, nuxt, svelteKit3, express, fastify, koa }
