import NextAuth from 'porticojs/next-auth'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
  callbacks: {
    authorized: ({ request, auth }) =>
      !request.nextUrl.pathname.startsWith('/dashboard') || auth !== null,
    session: ({ session }) => ({ ...session, user: { ...session.user, role: 'member' } }),
  },
})
