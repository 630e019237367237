/** A framework with an example, and the marks of applications that use it. */
export interface Framework {
  /** The package by which it is recognised. */
  readonly dependency: string
  /** The major versions of that package that the entry point supports; without a list, all of them. */
  readonly majors?: readonly number[]
  /** The frameworks that it is built on: an application with both uses this one. */
  readonly over?: readonly string[]
  /** The files of the example, besides the configuration, that serve the sign-in. Without any, the application's own code calls it. */
  readonly routes?: readonly string[]
  /** True if the framework has its own development server, which bundles, finds files without their endings, and signals development. */
  readonly bundles?: true
  /** True if it supports TypeScript whatever the application's own files are. */
  readonly typed?: true
  /** The port of its development server by default. */
  readonly port: number
  /** The files that may set the base path of the whole application, and the setting's name. */
  readonly base?: { readonly files: RegExp; readonly setting: string }
  /** Options for the development server, which passes no environment variable on. */
  readonly devOptions?: string
}

const vite = { bundles: true, port: 5173 } as const

/** The frameworks, by the folders of their examples. */
export const frameworks: Readonly<Record<string, Framework>> = {
  astro: {
    dependency: 'astro',
    majors: [6, 7],
    bundles: true,
    typed: true,
    port: 4321,
    base: { files: /^astro\.config\.\w+$/, setting: 'base' },
  },
  elysia: { dependency: 'elysia', typed: true, port: 3000 },
  express: { dependency: 'express', majors: [4, 5], port: 3000 },
  fastify: { dependency: 'fastify', majors: [5], port: 3000 },
  h3: { dependency: 'h3', majors: [1, 2], port: 3000 },
  hono: { dependency: 'hono', majors: [4], port: 3000 },
  koa: { dependency: 'koa', majors: [2, 3], port: 3000 },
  nest: {
    dependency: '@nestjs/core',
    majors: [11, 12],
    over: ['express', 'fastify'],
    typed: true,
    port: 3000,
  },
  next: {
    dependency: 'next',
    majors: [15, 16],
    routes: ['app/api/auth/[...auth]/route.ts', 'proxy.ts'],
    bundles: true,
    port: 3000,
    base: { files: /^next\.config\.\w+$/, setting: 'basePath' },
  },
  nuxt: {
    dependency: 'nuxt',
    majors: [4],
    over: ['h3'],
    bundles: true,
    typed: true,
    port: 3000,
    base: { files: /^nuxt\.config\.\w+$/, setting: 'baseURL' },
  },
  'react-router': {
    dependency: '@react-router/dev',
    majors: [7, 8],
    routes: ['app/routes/auth.ts'],
    ...vite,
  },
  'solid-start': {
    dependency: '@solidjs/start',
    majors: [2],
    routes: ['src/routes/api/auth/[...auth].ts'],
    typed: true,
    ...vite,
  },
  sveltekit: {
    dependency: '@sveltejs/kit',
    majors: [2, 3],
    routes: ['src/env.ts', 'src/hooks.server.ts'],
    typed: true,
    base: { files: /^(svelte|vite)\.config\.\w+$/, setting: 'base' },
    ...vite,
  },
  'tanstack-start': {
    dependency: '@tanstack/react-start',
    majors: [1],
    routes: ['src/routes/api/auth/$.ts'],
    typed: true,
    ...vite,
  },
  workers: {
    dependency: 'wrangler',
    typed: true,
    bundles: true,
    port: 8787,
    devOptions: '--var NODE_ENV:development',
  },
}

/** The names of the frameworks among these packages, without those that another one of them is built on. */
export function frameworksAmong(packages: object): string[] {
  const there = Object.keys(frameworks).filter((one) =>
    Object.hasOwn(packages, frameworks[one]?.dependency ?? ''),
  )
  const below = new Set(there.flatMap((one) => frameworks[one]?.over ?? []))
  return there.filter((one) => !below.has(one))
}
