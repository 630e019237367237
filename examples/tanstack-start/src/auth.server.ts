import { redirect } from '@tanstack/react-router'
import * as server from '@tanstack/react-start/server'
import { Auth } from 'portico'
import Email from 'portico/providers/email'
import TikTok from 'portico/providers/tiktok'
import { toTanStackStart } from 'portico/tanstack-start'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { handlers, session, requireSession, signIn, signOut } = toTanStackStart(auth, {
  redirect,
  ...server,
})
