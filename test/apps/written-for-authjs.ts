import type { Page } from 'playwright-core'

/** An application that was written for Auth.js. */
export interface Theirs {
  /** The folder below `authjs/`. */
  name: string
  /** Where its routes are. */
  basePath: string
  /** What its owner has in the environment. */
  env: Record<string, string>
  /** The cookie that Auth.js keeps the session in. */
  cookie: string
  isBuilt: boolean
  /** What somebody who is signed in reads there, by the path. */
  reads: Record<string, string>
  /** What strangers read there. */
  strangersRead: Record<string, string>
  /** The files that the command changes, besides environment files. */
  changed: string[]
  /** What its owner changes besides, by file: a text and what to write for it. */
  byHand?: Record<string, [string, string]>
  /** The file that imports `next-auth` itself. All others import what `next-auth/react` or this file exports. */
  authFile?: string
  /** Further acts of somebody who is signed in; each returns the heading that they read in the end. */
  stories?: Record<string, (page: Page, url: string) => Promise<string>>
  /** The same application in another shape, and what goes for it. */
  otherShape?: { name: string; instead: string }
}

const strong = 'q3Tn8Lk2Vw9Xc5Bz7Rm1Jf6Hd4Gs0PaYeUi'
const github = { AUTH_GITHUB_ID: 'x', AUTH_GITHUB_SECRET: 'y' }

const express: Theirs = {
  name: 'express',
  basePath: '/auth',
  env: { AUTH_SECRET: strong, ...github },
  cookie: 'authjs.session-token',
  isBuilt: false,
  reads: { '/': 'Hello Ada', '/api/protected': '"name":"Ada"' },
  strangersRead: { '/': 'Hello stranger', '/api/protected': 'Not Authenticated' },
  changed: ['src/config/auth.config.ts', 'src/middleware/auth.middleware.ts', 'src/server.ts'],
}

const next5: Theirs = {
  name: 'next-5',
  basePath: '/api/auth',
  env: {
    AUTH_SECRET: strong,
    AUTH_TRUST_HOST: 'true',
    ...github,
    AUTH_GOOGLE_ID: 'x',
    AUTH_GOOGLE_SECRET: 'y',
  },
  cookie: 'authjs.session-token',
  isBuilt: true,
  reads: {
    '/': 'Hello Ada',
    '/client-example': 'Ada',
    '/middleware-example': 'Hello, the middleware let you in',
    '/api/protected': '{"name":"Ada"}',
  },
  strangersRead: {
    '/': 'Hello stranger',
    '/client-example': 'unauthenticated',
    '/middleware-example': 'Continue with GitHub',
    '/api/protected': 'Not authenticated',
  },
  // One, and those that import `next-auth/react`.
  changed: ['app/client-example/page.tsx', 'auth.ts', 'components/client-example.tsx'],
  authFile: 'auth.ts',
  stories: {
    async 'and changes the session in a server action'(page, url) {
      await page.goto(`${url}/rename`)
      await page.getByLabel('New name').fill('Ada Lovelace')
      await page.getByLabel('New name').press('Enter')
      return 'Hello Ada Lovelace'
    },
  },
}

const next4: Theirs = {
  name: 'next-4',
  basePath: '/api/auth',
  env: {
    NEXTAUTH_SECRET: strong,
    GITHUB_ID: 'x',
    GITHUB_SECRET: 'y',
    EMAIL_SERVER: 'smtp://127.0.0.1:2525',
    EMAIL_FROM: 'hello@app.example',
  },
  cookie: 'next-auth.session-token',
  isBuilt: true,
  reads: {
    '/': 'Hello Ada',
    '/server': 'Hello Ada',
    '/api/examples/session': '"userRole":"member"',
    '/api/examples/jwt': '"sub":"user-Ada"',
    // Only admins may see it: the middleware sends the others to sign in.
    '/admin': 'Continue with GitHub',
  },
  strangersRead: {
    '/': 'Hello stranger',
    '/server': 'Hello stranger',
    '/api/examples/session': 'You must be signed in.',
    '/api/examples/jwt': 'null',
  },
  changed: [
    'lib/adapter.ts',
    'middleware.ts',
    'pages/_app.tsx',
    'pages/api/auth/[...nextauth].ts',
    'pages/api/examples/jwt.ts',
    'pages/api/examples/session.ts',
    'pages/index.tsx',
    'pages/server.tsx',
    'types/next-auth.d.ts',
  ],
  // What was typed is of an unknown type here, and a user need not have an address.
  byHand: {
    'pages/api/auth/[...nextauth].ts': [
      'name: credentials.name }',
      'name: String(credentials.name) }',
    ],
    'lib/adapter.ts': ['user.email,', 'user.email ?? null,'],
  },
  otherShape: { name: 'next-4-app-router', instead: 'pages' },
}

const sveltekit: Theirs = {
  name: 'sveltekit',
  basePath: '/auth',
  env: { AUTH_SECRET: strong, ...github },
  cookie: 'authjs.session-token',
  isBuilt: true,
  reads: { '/': 'Hello Ada', '/authenticated': 'Hello, the hook let you in' },
  strangersRead: { '/': 'Hello stranger', '/authenticated': 'Continue with GitHub' },
  changed: ['src/auth.ts'],
  stories: {
    async 'and signs in and out with form actions'(page, url) {
      await page.goto(url)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('heading', { name: 'Hello stranger' }).waitFor()
      await page.getByLabel('Name').fill('Grace')
      await page.getByLabel('Name').press('Enter')
      await page.goto(url)
      return 'Hello Grace'
    },
  },
}

/** Those that the public examples look like. */
export const applications: Theirs[] = [express, sveltekit, next5, next4]
