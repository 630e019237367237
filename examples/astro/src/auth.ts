import { Auth } from 'porticojs'
import { toAstro } from 'porticojs/astro'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
  runtime: { dev: import.meta.env.DEV },
})

export const { ALL, onRequest, session, requireSession, signIn, signOut } = toAstro(auth)
