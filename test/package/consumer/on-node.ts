// An application for Node as bundlers meet it: an embedded database, platforms, mail over HTTP and by its own hand.
import { Auth, type AuthInstance } from 'porticojs'
import { Email, GitHub, Resend } from 'porticojs/providers'

export const auth: AuthInstance = Auth({
  secret: crypto.randomUUID() + crypto.randomUUID(),
  url: 'https://app.example',
  providers: [
    GitHub({ clientId: 'client', clientSecret: 'secret' }),
    Resend({ apiKey: 'key', from: 'hello@app.example' }),
    Email({ sendVerificationRequest: async () => {} }),
  ],
  database: process.env.DATABASE ?? '',
})
