import { astro } from './astro.ts'
import type { OpenDoor } from './door.ts'
import { onElysia } from './elysia.ts'
import { onExpress } from './express.ts'
import { onFastify } from './fastify.ts'
import { h3VersionOne, h3VersionTwo } from './h3.ts'
import { onHono } from './hono.ts'
import { onKoa } from './koa.ts'
import { nestOnExpress, nestOnFastify } from './nest.ts'
import { nextAppRouter, nextPagesRouter } from './next.ts'
import { node } from './node.ts'
import { reactRouter } from './react-router.ts'
import { solidStart } from './solid-start.ts'
import { svelteKit } from './sveltekit.ts'
import { tanStackStart } from './tanstack-start.ts'
import { workers } from './workers.ts'

/** Frameworks that answer on a socket of Node. */
export const nodeDoors: Readonly<Record<string, OpenDoor>> = {
  'node:http': node,
  express: onExpress,
  koa: onKoa,
  fastify: onFastify,
  'nest on express': nestOnExpress,
  'nest on fastify': nestOnFastify,
  'h3 version 1': h3VersionOne,
  hono: onHono,
  elysia: onElysia,
  'next, pages router': nextPagesRouter,
  'next, app router': nextAppRouter,
}

/** Frameworks that hand a `Request` to what serves the sign-in. */
export const webDoors: Readonly<Record<string, OpenDoor>> = {
  'h3 version 2': h3VersionTwo,
  workers,
  astro,
  'react-router': reactRouter,
  'solid-start': solidStart,
  sveltekit: svelteKit,
  'tanstack-start': tanStackStart,
}

/** Every framework that can be run here. */
export const doors: Readonly<Record<string, OpenDoor>> = { ...nodeDoors, ...webDoors }
