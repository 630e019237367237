import type { APIRoute } from 'astro'
import { signOut } from '../auth.ts'

export const POST: APIRoute = (context) => signOut(context)
