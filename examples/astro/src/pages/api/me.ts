import type { APIRoute } from 'astro'
import { requireSession } from '../../auth.ts'

export const prerender = false

export const GET: APIRoute = async (context) => Response.json(await requireSession(context))
