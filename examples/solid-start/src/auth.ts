import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'
import { toSolidStart } from 'porticojs/solid-start'
import { getRequestEvent } from 'solid-js/web'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})

export const { GET, POST, OPTIONS, session, requireSession, signIn, signOut } = toSolidStart(
  auth,
  getRequestEvent,
)
