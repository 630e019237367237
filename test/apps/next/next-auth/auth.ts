import NextAuth from 'portico/next-auth'
import Email from 'portico/providers/email'
import TikTok from 'portico/providers/tiktok'

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
  callbacks: {
    authorized: ({ request, auth }) =>
      !request.nextUrl.pathname.startsWith('/dashboard') || auth !== null,
    session: ({ session }) => ({ ...session, user: { ...session.user, role: 'member' } }),
  },
})
