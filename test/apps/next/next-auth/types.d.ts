import type { DefaultSession } from 'porticojs/next-auth'

declare module 'porticojs/next-auth' {
  interface Session {
    user: { role: string } & DefaultSession['user']
  }
}
