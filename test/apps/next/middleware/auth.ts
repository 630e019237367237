import { Auth } from 'porticojs'
import { toNext } from 'porticojs/next'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut, middleware } =
  toNext(auth)
