import { requireSession } from '$lib/server/auth'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async (event) => Response.json(await requireSession(event))
