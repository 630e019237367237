import NextAuth, { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import EmailProvider from "next-auth/providers/email";
import GithubProvider, { type GithubProfile } from "next-auth/providers/github";
import { adapter, keepUser } from "../../../lib/adapter";

const admins = ["ada"];

// Used by the pages as well, to find out who is there.
export const authOptions: NextAuthOptions = {
  adapter,
  secret: process.env.NEXTAUTH_SECRET,
  providers: [
    EmailProvider({
      server: process.env.EMAIL_SERVER,
      from: process.env.EMAIL_FROM,
    }),
    GithubProvider({
      clientId: process.env.GITHUB_ID as string,
      clientSecret: process.env.GITHUB_SECRET as string,
      profile(profile: GithubProfile) {
        return { id: String(profile.id), name: profile.name, email: profile.email, image: null };
      },
    }),
    CredentialsProvider({
      name: "Name",
      credentials: { name: { label: "Name" } },
      async authorize(credentials) {
        if (!credentials?.name) return null;
        const id = `user-${credentials.name}`;
        keepUser(id, credentials.name);
        return { id, name: credentials.name };
      },
    }),
  ],
  session: {
    strategy: "jwt", // the adapter keeps people, not sessions
  },
  jwt: {
    maxAge: 60 * 60 * 24 * 7,
  },
  theme: { colorScheme: "light" },
  callbacks: {
    async signIn({ user }) {
      if (user.name === "mallory") return false;
      return true;
    },
    async jwt({ token }) {
      token.userRole = admins.includes(token.name ?? "") ? "admin" : "member";
      return token;
    },
    async session({ session, token }) {
      return { ...session, userRole: token.userRole };
    },
  },
};

export default NextAuth(authOptions);
