import { requireSession } from '../../auth.ts'

export const GET = async () => Response.json(await requireSession())
