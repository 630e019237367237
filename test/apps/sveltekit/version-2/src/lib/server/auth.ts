import { redirect } from '@sveltejs/kit'
import { Auth } from 'porticojs'
import Email from 'porticojs/providers/email'
import TikTok from 'porticojs/providers/tiktok'
import { toSvelteKit } from 'porticojs/sveltekit'
import { dev } from '$app/environment'
import { env } from '$env/dynamic/private'

const auth = Auth({
  providers: [TikTok, Email({ from: 'Portico <hello@example.com>' })],
  database: 'file:./auth.db',
  runtime: { dev, env },
})

export const { handle, session, requireSession, signIn, signOut } = toSvelteKit(auth, { redirect })
