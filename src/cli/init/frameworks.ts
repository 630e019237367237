/** A framework that has an example, and how an application that uses it is known. */
export interface Framework {
  /** The package by which it is known. */
  readonly dependency: string
  /** The frameworks that it is built on: whoever has one of them too means this one. */
  readonly over?: readonly string[]
  /** The files of the example that serve the sign-in besides the configuration. Without any, the application's own code calls it. */
  readonly routes?: readonly string[]
}

/** The frameworks, by the folders of their examples. */
export const frameworks: Readonly<Record<string, Framework>> = {
  astro: { dependency: 'astro' },
  elysia: { dependency: 'elysia' },
  express: { dependency: 'express' },
  fastify: { dependency: 'fastify' },
  h3: { dependency: 'h3' },
  hono: { dependency: 'hono' },
  koa: { dependency: 'koa' },
  nest: { dependency: '@nestjs/core', over: ['express', 'fastify'] },
  next: { dependency: 'next', routes: ['app/api/auth/[...auth]/route.ts'] },
  nuxt: { dependency: 'nuxt', over: ['h3'] },
  'react-router': { dependency: '@react-router/dev', routes: ['app/routes/auth.ts'] },
  'solid-start': { dependency: '@solidjs/start', routes: ['src/routes/api/auth/[...auth].ts'] },
  sveltekit: { dependency: '@sveltejs/kit', routes: ['src/env.ts', 'src/hooks.server.ts'] },
  'tanstack-start': { dependency: '@tanstack/react-start', routes: ['src/routes/api/auth/$.ts'] },
  workers: { dependency: 'wrangler' },
}
