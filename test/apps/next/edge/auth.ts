import { Auth } from 'portico'
import { toNext } from 'portico/next'
import TikTok from 'portico/providers/tiktok'

export const auth = Auth({ providers: [TikTok], session: { updateAge: 1 } })

export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut, middleware } =
  toNext(auth)
