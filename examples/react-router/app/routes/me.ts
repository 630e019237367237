import { requireSession } from '../auth.server'
import type { Route } from './+types/me'

export const loader = async (args: Route.LoaderArgs) => Response.json(await requireSession(args))
