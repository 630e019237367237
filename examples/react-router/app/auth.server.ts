import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'
import { toReactRouter } from 'porticojs/react-router'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { loader, action, middleware, sessionContext, requireSession, signIn, signOut } =
  toReactRouter(auth)
