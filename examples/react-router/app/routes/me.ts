import { requireSession } from '../auth.server.ts'
import type { Route } from './+types/me'

export const loader = async (args: Route.LoaderArgs) => Response.json(await requireSession(args))
