import { Auth } from 'portico'
import Resend from 'portico/providers/resend'
import TikTok from 'portico/providers/tiktok'
import { d1 } from 'portico/storage/d1'
import { toWorkers } from 'portico/workers'

export const { handler, session, requireSession, signIn, signOut } = toWorkers((env: Env) =>
  Auth({
    env,
    providers: [TikTok, Resend({ from: 'Portico <hello@example.com>' })],
    storage: d1(env.DB),
  }),
)
