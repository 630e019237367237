import { Auth } from 'portico'
import { toAstro } from 'portico/astro'
import Email from 'portico/providers/email'
import TikTok from 'portico/providers/tiktok'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
  dev: import.meta.env.DEV,
})

export const { ALL, onRequest, session, requireSession, signIn, signOut } = toAstro(auth)
