import { requireSession } from '../../auth'

export const GET = async () => Response.json(await requireSession())
