import { signOut } from '../auth.server.ts'
import type { Route } from './+types/logout'

export const action = (args: Route.ActionArgs) => signOut(args)
