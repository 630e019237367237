import type { APIRoute } from 'astro'
import { signIn } from '../auth.ts'

export const prerender = false

export const POST: APIRoute = (context) => signIn(context, 'tiktok')
