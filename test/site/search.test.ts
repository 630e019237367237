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
  ['better auth', 'from-better-auth'],
  ['google login next.js', 'tasks/google'],
  ['redirect_uri mismatch', 'troubleshooting'],
  ['redirect_uri_mismatch', 'troubleshooting'],
  ['get user in server component', 'tasks/show-the-user'],
  ['logout', 'tasks/sign-out-button'],
  ['2fa', 'tasks/second-factor-for-admins'],
  ['password reset', 'tasks/reset-a-password'],
  ['react native', 'native'],
  ['multiple tenants', 'not-included'],
  ['api key', 'tasks/let-programs-in'],
  ['register user', 'tasks/passwords'],
  ['troubleshooting', 'troubleshooting'],
  ['captcha', 'tasks/stop-robots'],
  ['impersonate', 'tasks/help-a-user'],
  ['change email', 'tasks/change-email'],
  ['typescript session', 'tasks/session-fields'],
  ['middleware', 'tasks/protect-everything'],
  ['supabase', 'tasks/postgres'],
  ['custom domain cookies', 'tasks/subdomains'],
  ['docker', 'tasks/docker'],
  ['deploy on netlify', 'tasks/netlify'],
  ['fly.io', 'tasks/fly'],
  ['railway deploy', 'tasks/railway'],
  ['aws lambda', 'tasks/aws'],
  ['jwt', 'tasks/jwt-for-another-service'],
  ['delete account gdpr', 'tasks/delete-a-user'],
  ['sms', 'not-included'],
  ['saml', 'not-included'],
  ['organizations', 'not-included'],
  ['mongodb', 'not-included'],
  ['dark mode', 'tasks/theme'],
  ['german', 'tasks/language'],
  ['infinite redirect loop', 'troubleshooting'],
  ['pkce', 'why/pkce'],
  ['brute force', 'tasks/rate-limits'],
  ['anonymous', 'tasks/guests'],
  ['mcp', 'tasks/protect-an-mcp-server'],
  ['expo', 'native'],
  ['electron', 'native'],
  ['tv login', 'tasks/sign-in-on-a-device'],
  ['block user', 'tasks/block-a-user'],
  ['remember me', 'tasks/stay-signed-in'],
  ['import users from clerk', 'import'],
  ['recovery codes', 'tasks/lost-phone'],
  ['mock google', 'tasks/develop-without-keys'],
  ['FlowMissing', 'errors'],
  ['OAuthAccountNotLinked', 'errors'],
  ['keycloak', 'providers/keycloak'],
  ['spotify', 'providers/spotify'],
  ['next.js', 'frameworks/next'],
  ['vercel preview', 'tasks/previews'],
  ['remix', 'frameworks/react-router'],
  ['bun', 'frameworks/elysia'],
  ['webauthn', 'tasks/passkeys'],
  ['graphql', 'tasks/protect-an-api'],
  ['otp', 'tasks/second-factor-for-admins'],
  ['ios app', 'native'],
  ['access_denied', 'troubleshooting'],
  ['nextauth_secret', 'from-authjs'],
  ['sign in with email code', 'tasks/email-link'],
  ['invite only', 'tasks/invitations'],
  ['audit log', 'tasks/audit-log'],
  ['csrf', 'security'],
  ['resend', 'tasks/email-service'],
  ['get current user', 'tasks/show-the-user'],
  ['session not persisting', 'troubleshooting'],
  ['cookies not working in safari', 'troubleshooting'],
  ['why am i logged out', 'troubleshooting'],
  ['login not working', 'troubleshooting'],
  ['cors error', 'browser/other-origins'],
  ['turso', 'tasks/sqlite'],
  ['angular', 'browser/'],
  ['session timeout', 'tasks/session-length'],
  ['phone number login', 'not-included'],
  ['terms of service', 'tasks/theme'],
  ['too many requests', 'tasks/rate-limits'],
  ['environment variables', 'configuration'],
  ['account picker', 'tasks/several-accounts'],
  ['how to protect routes', 'tasks/protect-a-page'],
  ['facebook login', 'providers/facebook'],
  ['useSession', 'tasks/show-the-user'],
  ['smtp', 'tasks/email-link'],
  ['websocket', 'tasks/web-sockets'],
  ['getServerSession', 'from-authjs'],
  ['nextjs', 'frameworks/next'],
  ['nextjs login', 'frameworks/next'],
  ['nestjs', 'frameworks/nest'],
  ['reactjs', 'browser/react'],
  ['passwordless', 'tasks/email-link'],
  ['face id', 'tasks/passkeys'],
  ['email not sent', 'troubleshooting'],
  ['mail does not arrive', 'troubleshooting'],
  ['cli login', 'tasks/sign-in-on-a-device'],
  ['token expired', 'tasks/refresh-tokens'],
  ['smart tv', 'tasks/sign-in-on-a-device'],
]

const index = await openIndex()

test.each(queries)('finds for “%s”: %s comes first', (query, page) => {
  const [first] = index.search(query)
  expect(
    first?.id
      .replace(/^\//, '')
      .replace(/\.html(?=#|$)/, '')
      .split('#')[0],
  ).toBe(page)
})
