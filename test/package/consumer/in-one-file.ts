// The same for a bundler that makes one file: the storage is imported, so that it is in there.
import { Auth, type AuthInstance } from 'porticojs'
import { Email, GitHub, Resend } from 'porticojs/providers'
import { sqlite } from 'porticojs/storage/sqlite'

export const auth: AuthInstance = Auth({
  secret: crypto.randomUUID() + crypto.randomUUID(),
  url: 'https://app.example',
  providers: [
    GitHub({ clientId: 'client', clientSecret: 'secret' }),
    Resend({ apiKey: 'key', from: 'hello@app.example' }),
    Email({ sendVerificationRequest: async () => {} }),
  ],
  storage: sqlite(process.env.DATABASE ?? ''),
})
