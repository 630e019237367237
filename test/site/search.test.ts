import { globSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { searchOptions } from '../../site/search.ts'
import { built, root } from './site.ts'

interface Found {
  id: string
}

interface Index {
  search(query: string): Found[]
}

/** The index that the site ships, asked as its search box asks it. */
async function openIndex(): Promise<Index> {
  const [chunk = ''] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: built })
  const { default: json } = await import(join(built, chunk))
  const MiniSearch = createRequire(join(root, 'site/package.json'))('minisearch')
  // What VitePress adds to the options of its site.
  return MiniSearch.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    storeFields: ['title', 'titles'],
    ...searchOptions.options,
    searchOptions: {
      fuzzy: 0.2,
      prefix: true,
      boost: { title: 4, text: 2, titles: 1 },
      ...searchOptions.searchOptions,
    },
  })
}

/** What a new user types, and the page that answers. */
const queries: [query: string, page: string][] = [
  ['add google', 'tasks/google'],
  ['login with github', 'tasks/github'],
  ['apple sign in', 'tasks/apple'],
  ['protect a page', 'tasks/protect-a-page'],
  ['protect api route', 'tasks/protect-an-api'],
  ['role in session', 'tasks/role'],
  ['postgres', 'tasks/postgres'],
  ['prisma', 'tasks/prisma-or-drizzle'],
  ['redis', 'tasks/redis'],
  ['no database', 'tasks/without-a-database'],
  ['theme', 'tasks/theme'],
  ['language', 'tasks/language'],
  ['translate', 'tasks/language'],
  ['custom login page', 'tasks/own-sign-in-page'],
  ['magic link', 'tasks/email-link'],
  ['password', 'tasks/passwords'],
  ['sign up with password', 'tasks/passwords'],
  ['register with email and password', 'tasks/passwords'],
  ['forgot password', 'tasks/reset-a-password'],
  ['reset password', 'tasks/reset-a-password'],
  ['passkey', 'passkeys'],
  ['webhooks', 'tasks/webhooks'],
  ['behind a proxy', 'tasks/proxy'],
  ['several accounts', 'tasks/several-accounts'],
  ['access token', 'tasks/call-an-api'],
  ['refresh token', 'tasks/refresh-tokens'],
  ['test in ci', 'tasks/test-in-ci'],
  ['playwright', 'tasks/playwright'],
  ['rotate the secret', 'tasks/rotate-the-secret'],
  ['deploy on vercel', 'tasks/vercel'],
  ['deploy on cloudflare', 'tasks/cloudflare'],
  ['preview deployments', 'tasks/previews'],
  ['session expires', 'tasks/session-length'],
  ['sign out everywhere', 'tasks/sign-out-everywhere'],
  ['redirect after login', 'tasks/redirect-after-sign-in'],
  ['delete user', 'tasks/delete-a-user'],
  ['only my company', 'tasks/one-company'],
  ['rate limit', 'tasks/rate-limits'],
  ['subdomain', 'tasks/subdomains'],
  ['migrate from next-auth', 'from-authjs'],
  ['better auth', 'compare/better-auth'],
  ['FlowMissing', 'errors'],
  ['OAuthAccountNotLinked', 'errors'],
  ['keycloak', 'providers/keycloak'],
  ['spotify', 'providers/spotify'],
  ['next.js', 'frameworks/next'],
]

const index = await openIndex()

test.each(queries)('%s: %s comes first', (query, page) => {
  const [first] = index.search(query)
  expect(
    first?.id
      .replace(/^\//, '')
      .replace(/\.html(?=#|$)/, '')
      .split('#')[0],
  ).toBe(page)
})
