import { Auth } from 'porticojs'
import { toNext } from 'porticojs/next'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({ providers: [TikTok], session: { updateAge: 1 } })

export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut, middleware } =
  toNext(auth)
