import { Auth } from 'portico'
import Email from 'portico/providers/email'
import TikTok from 'portico/providers/tiktok'
import { toReactRouter } from 'portico/react-router'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { loader, action, middleware, sessionContext, requireSession, signIn, signOut } =
  toReactRouter(auth)
