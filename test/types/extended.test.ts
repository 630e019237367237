import { expect, test } from 'vitest'
import { compiled, source } from './compiled.ts'

test('users, sessions and tokens can be extended and narrowed, as applications of Auth.js do', () => {
  const { problems } = compiled(`
import type { DefaultJWT, DefaultSession, DefaultUser } from '${source}index.ts'
import type { NextAuthOptions } from '${source}authjs/next-auth.ts'
import type { User } from '${source}authjs/next-auth.ts'

declare module '${source}types/models.ts' {
  interface User extends DefaultUser {
    id: string
    role: 'owner' | 'guest'
  }
  interface Session extends DefaultSession {
    user: User & DefaultSession['user']
  }
  interface JWT extends DefaultJWT {
    email: string
    role: 'owner' | 'guest'
  }
}

export const options: NextAuthOptions = {
  providers: [],
  callbacks: {
    jwt: ({ token, user }) => ({ ...token, role: user.role, email: token.email.toLowerCase() }),
    session({ session, token }) {
      session.user.role = token.role
      return session
    },
  },
}
export const idOf = (user: User): string => user.id
`)
  expect(problems).toEqual([])
})
