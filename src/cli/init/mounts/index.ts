import { astro } from './astro.ts'
import { elysia } from './elysia.ts'
import { h3 } from './h3.ts'
import type { Mount } from './mount.ts'
import { nest } from './nest.ts'
import { next } from './next.ts'
import { nuxt } from './nuxt.ts'
import { reactRouter } from './react-router.ts'
import { express, fastify, hono, koa } from './server.ts'
import { sveltekit } from './sveltekit.ts'
import { workers } from './workers.ts'

/** The mount of each framework. Some need only a file, and have none. */
export const mounts: Readonly<Record<string, Mount>> = {
  astro,
  elysia,
  express,
  fastify,
  h3,
  hono,
  koa,
  nest,
  next,
  nuxt,
  'react-router': reactRouter,
  sveltekit,
  workers,
}
