import { Auth } from 'porticojs'
import { toH3 } from 'porticojs/h3'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { handler, middleware, requireSession, signIn, signOut, upgrade, peerSession } =
  toH3(auth)
