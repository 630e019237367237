import { Auth } from 'porticojs'
import Resend from 'porticojs/providers/resend'
import TikTok from 'porticojs/providers/tiktok'
import { d1 } from 'porticojs/storage/d1'
import { toWorkers } from 'porticojs/workers'

export const { handler, session, requireSession, signIn, signOut } = toWorkers((env: Env) =>
  Auth({
    runtime: { env },
    providers: [TikTok, Resend({ from: 'Portico <hello@example.com>' })],
    storage: d1(env.DB),
  }),
)
