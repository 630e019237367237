import { Auth } from 'portico'
import { toNest } from 'portico/nest'
import Email from 'portico/providers/email'
import TikTok from 'portico/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { AuthModule, RequireSession, Public, CurrentSession, signIn, signOut } = toNest(auth)
