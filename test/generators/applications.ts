import { byHand } from './by-hand.ts'

/** An application that `init` is tried on. */
export interface Application {
  /** The command that generates it in a folder that does not exist yet; where there is none, or it cannot download, files by hand. */
  generate?: (folder: string) => string[]
  files?: Record<string, string>
  /** What the application has of its own, written over what was generated. */
  own?: Record<string, string>
  /** The packages that are installed besides. */
  packages?: string[]
  /** The options of `init`. */
  options?: string[]
  /** How much is left to do by hand: nothing, unless it is said. */
  left?: number
  /** The package whose version counts. */
  framework: string
  /** The application's own type check; a JavaScript application has none. */
  check?: string[]
  /** True if the development server writes types that the check needs. */
  checkedAfterStart?: true
  /** The options that tell a development server its port, where PORT is not enough. */
  port?: (port: string) => string[]
}

const vitePort = (port: string) => ['--', '--port', port, '--host', '127.0.0.1', '--strictPort']

const svelte = (folder: string) => {
  const options = ['--template', 'minimal', '--types', 'ts', '--no-add-ons', '--install', 'npm']
  return ['sv', 'create', folder, ...options]
}

const next = (folder: string) => {
  return ['create-next-app@latest', folder, '--yes', '--use-npm', '--disable-git']
}

/** The applications, by what they are. */
export const applications: Record<string, Application> = {
  'create-next-app': {
    generate: next,
    framework: 'next',
    check: ['npx', 'next', 'typegen', '&&', 'npx', 'tsc', '--noEmit'],
    port: (port) => ['--', '--port', port],
  },
  'create-next-app, with its own auth.ts and proxy.ts': {
    generate: next,
    own: {
      'auth.ts': 'export const isAdmin = (name: string) => name === "ada";\n',
      'proxy.ts': `import { NextResponse } from "next/server";

export const proxy = () => NextResponse.next();
`,
    },
    options: ['--file', 'lib/portico.ts', '--providers', 'google'],
    left: 1,
    framework: 'next',
    check: ['npx', 'next', 'typegen', '&&', 'npx', 'tsc', '--noEmit'],
    port: (port) => ['--', '--port', port],
  },
  'sv create': {
    generate: svelte,
    framework: '@sveltejs/kit',
    check: ['npm', 'run', 'check'],
    port: vitePort,
  },
  'sv create, with its own hook and database': {
    generate: svelte,
    own: {
      'src/lib/server/auth.ts': `import { DatabaseSync } from 'node:sqlite';

export const database = new DatabaseSync(':memory:');
`,
      'src/hooks.server.ts': `import type { Handle } from '@sveltejs/kit';
import { database } from '$lib/server/auth';

export const handle: Handle = async ({ event, resolve }) => {
	database.prepare('select 1').get();
	const response = await resolve(event);
	response.headers.set('x-own-hook', 'ran');
	return response;
};
`,
    },
    packages: ['@types/node@24'],
    options: ['--file', 'src/lib/server/portico.ts'],
    framework: '@sveltejs/kit',
    check: ['npm', 'run', 'check'],
    port: vitePort,
  },
  'SvelteKit 3, without the types of Node': {
    files: byHand.svelteKit3,
    framework: '@sveltejs/kit',
    check: ['npm', 'run', 'check'],
    port: vitePort,
  },
  'nest new': {
    generate: (folder) => [
      '@nestjs/cli@latest',
      'new',
      folder,
      '--package-manager',
      'npm',
      '--skip-git',
      '--strict',
    ],
    framework: '@nestjs/core',
    check: ['npx', 'tsc', '--noEmit'],
  },
  'express-generator': {
    generate: (folder) => ['express-generator', '--no-view', folder],
    framework: 'express',
  },
  'create @tanstack/start': {
    generate: (folder) => [
      '@tanstack/create-start@latest',
      folder,
      '--package-manager',
      'npm',
      '--no-git',
    ],
    framework: '@tanstack/react-start',
    check: ['npx', 'tsc', '--noEmit'],
    // The development server writes the tree of the routes.
    checkedAfterStart: true,
    port: vitePort,
  },
  'create-hono (nodejs)': {
    generate: (folder) => [
      'create-hono@latest',
      folder,
      '--template',
      'nodejs',
      '--install',
      '--pm',
      'npm',
    ],
    files: byHand.hono,
    framework: 'hono',
    check: ['npx', 'tsc', '--noEmit'],
  },
  'create-astro (minimal)': {
    generate: (folder) => [
      'create-astro@latest',
      folder,
      '--template',
      'minimal',
      '--install',
      '--no-git',
      '--yes',
      '--skip-houston',
    ],
    files: byHand.astro,
    packages: ['-D', '@astrojs/check', 'typescript@6'],
    framework: 'astro',
    check: ['npx', 'astro', 'check'],
    port: (port) => ['--', '--port', port, '--host', '127.0.0.1'],
  },
  'create-react-router': {
    generate: (folder) => [
      'create-react-router@latest',
      folder,
      '--yes',
      '--no-git-init',
      '--install',
    ],
    files: byHand.reactRouter,
    framework: 'react-router',
    check: ['npm', 'run', 'typecheck'],
    port: vitePort,
  },
  'nuxi init': {
    generate: (folder) => [
      'nuxi@latest',
      'init',
      folder,
      '--template',
      'minimal',
      '--packageManager',
      'npm',
      '--gitInit=false',
      '--no-modules',
    ],
    files: byHand.nuxt,
    packages: ['-D', 'vue-tsc', 'typescript@6'],
    framework: 'nuxt',
    check: ['npx', 'nuxt', 'typecheck'],
    port: (port) => ['--', '--port', port, '--host', '127.0.0.1', '--no-fork'],
  },
  'Express in TypeScript, with its own auth.ts, middleware and database': {
    files: byHand.express,
    options: ['--file', 'src/portico.ts'],
    framework: 'express',
    check: ['npx', 'tsc', '--noEmit'],
  },
  'Fastify in JavaScript': { files: byHand.fastify, framework: 'fastify' },
  'Koa in JavaScript': { files: byHand.koa, framework: 'koa' },
}
