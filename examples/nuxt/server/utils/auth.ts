import { Auth } from 'portico'
import { toH3 } from 'portico/h3'
import Email from 'portico/providers/email'
import TikTok from 'portico/providers/tiktok'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { handler, middleware, requireSession, signIn, signOut, upgrade, peerSession } =
  toH3(auth)
