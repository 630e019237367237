/** An application as the documentation of Better Auth shows it: configuration, server, hooks, and the code of pages. */
export const application: Readonly<Record<string, string>> = {
  'auth.ts': `import { DatabaseSync } from 'node:sqlite'
import { passkey } from '@better-auth/passkey'
import { betterAuth } from 'better-auth'
import { anonymous, magicLink, twoFactor } from 'better-auth/plugins'

export const auth = betterAuth({
  appName: 'Acme',
  database: new DatabaseSync('./auth.db'),
  emailAndPassword: { enabled: true, minPasswordLength: 15 },
  socialProviders: {
    github: { clientId: process.env.GITHUB_CLIENT_ID as string, clientSecret: process.env.GITHUB_CLIENT_SECRET! },
    microsoft: { clientId: 'id', clientSecret: 'secret', tenantId: 'common' },
  },
  session: { expiresIn: 60 * 60 * 24 * 7, updateAge: 60 * 60 * 24 },
  trustedOrigins: ['https://app.example'],
  plugins: [twoFactor({ issuer: 'Acme' }), passkey(), anonymous(), magicLink({ sendMagicLink: async () => {} })],
})

export type Session = typeof auth.$Infer.Session
export interface Variables {
  user: typeof auth.$Infer.Session.user | null
  session: typeof auth.$Infer.Session.session | null
}
`,
  'server.ts': `import { createServer } from 'node:http'
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node'
import { auth, type Variables } from './auth.js'

const handler = toNodeHandler(auth)
export const server = createServer(async (req, res) => {
  if (req.url?.startsWith('/api/auth')) return handler(req, res)
  const session = await auth.api.getSession({ headers: fromNodeHeaders(req.headers) })
  if (!session) return res.writeHead(401).end()
  const said: Variables = { user: session.user, session: session.session }
  return res.end(\`\${said.user?.name} until \${session.session.expiresAt.toISOString()}\`)
})
`,
  'proxy.ts': `import { getSessionCookie } from 'better-auth/cookies'

export function proxy(request: Request): Response | undefined {
  const cookie = getSessionCookie(request)
  return cookie ? undefined : Response.redirect(new URL('/login', request.url))
}
`,
  'auth-client.ts': `import { passkeyClient } from '@better-auth/passkey/client'
import { twoFactorClient } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'

export const authClient = createAuthClient({ plugins: [twoFactorClient(), passkeyClient()] })
export const { signIn, signUp, signOut } = authClient
`,
  'page.ts': `import { authClient, signIn, signOut, signUp } from './auth-client.js'

export async function enter(email: string, password: string, say: (why: string) => void): Promise<void> {
  const { data, error } = await authClient.signIn.email(
    { email, password, rememberMe: true },
    { onError: (context) => say(context.error.message) },
  )
  if (error) say(error.message ?? '')
  else if (data) await signIn.social({ provider: 'microsoft', callbackURL: '/home' })
  await signUp.email({ email, password, name: 'Ada' })
  await signOut({ fetchOptions: { onSuccess: () => say('bye') } })
}
`,
}
