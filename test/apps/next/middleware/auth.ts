import { Auth } from 'portico'
import { toNext } from 'portico/next'
import Email from 'portico/providers/email'
import TikTok from 'portico/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut, middleware } =
  toNext(auth)
