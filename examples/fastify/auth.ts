import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'

export const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
})
