import { redirect } from '@tanstack/react-router'
import * as server from '@tanstack/react-start/server'
import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'
import { toTanStackStart } from 'porticojs/tanstack-start'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { handlers, session, requireSession, signIn, signOut } = toTanStackStart(auth, {
  redirect,
  ...server,
})
