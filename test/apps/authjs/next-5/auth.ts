import NextAuth, { type DefaultSession } from "next-auth"
import "next-auth/jwt"

import Credentials from "next-auth/providers/credentials"
import GitHub from "next-auth/providers/github"
import Google from "next-auth/providers/google"

// How people get in, for the whole application.
export const { handlers, auth, signIn, signOut, unstable_update } = NextAuth({
  debug: !!process.env.AUTH_DEBUG,
  theme: { logo: "https://authjs.dev/img/logo-sm.png" },
  providers: [
    GitHub,
    Google,
    Credentials({
      credentials: { name: { label: "Name" } },
      // Whoever says their name gets in: this is an example.
      authorize: ({ name }) => (name ? { id: `user-${name}`, name: String(name) } : null),
    }),
  ],
  session: { strategy: "jwt" },
  callbacks: {
    authorized({ request, auth }) {
      const { pathname } = request.nextUrl
      if (pathname === "/middleware-example") return !!auth
      return true
    },
    jwt({ token, trigger, session, account }) {
      if (trigger === "update") token.name = session.user.name
      if (account?.provider) token.provider = account.provider
      return token
    },
    session({ session, token }) {
      if (token?.provider) session.provider = token.provider
      return session
    },
  },
  experimental: { enableWebAuthn: true },
})

declare module "next-auth" {
  interface Session {
    provider?: string
    user: { role?: string } & DefaultSession["user"]
  }
}

declare module "next-auth/jwt" {
  interface JWT {
    provider?: string
  }
}
