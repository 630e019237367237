import { requireSession } from '@/auth'

export const GET = requireSession((_request, { session }) => Response.json(session))
