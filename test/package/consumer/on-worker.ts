// The same for a worker, which has no driver: a binding to D1 that talks to nothing, and people in memory.
import { Auth, type AuthInstance } from 'porticojs'
import { Email, GitHub, Resend } from 'porticojs/providers'
import { type D1Statement, d1, type SqlStorage } from 'porticojs/storage/d1'
import { memory } from 'porticojs/storage/memory'

const statement: D1Statement = {
  bind: () => statement,
  all: async () => ({ results: [], meta: {} }),
}

export const storage: SqlStorage = d1({ prepare: () => statement, batch: async () => [] })

export const auth: AuthInstance = Auth({
  secret: crypto.randomUUID() + crypto.randomUUID(),
  url: 'https://app.example',
  providers: [
    GitHub({ clientId: 'client', clientSecret: 'secret' }),
    Resend({ apiKey: 'key', from: 'hello@app.example' }),
    Email({ sendVerificationRequest: async () => {} }),
  ],
  storage: memory(),
})

export default { fetch: (request: Request): Promise<Response> => auth.handler(request) }
