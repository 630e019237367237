import { Auth } from 'portico'
import Email from 'portico/providers/email'
import TikTok from 'portico/providers/tiktok'
import { toSolidStart } from 'portico/solid-start'
import { getRequestEvent } from 'solid-js/web'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut } = toSolidStart(
  auth,
  getRequestEvent,
)
