import type { DefaultSession } from 'portico/next-auth'

declare module 'portico/next-auth' {
  interface Session {
    user: { role: string } & DefaultSession['user']
  }
}
