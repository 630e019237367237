import type { APIRoute } from 'astro'
import { signOut } from '../auth.ts'

export const prerender = false

export const POST: APIRoute = (context) => signOut(context)
