import { requireSession } from '#lib/server/auth.ts'
import type { RequestHandler } from './$types'

export const GET: RequestHandler = async (event) => Response.json(await requireSession(event))
