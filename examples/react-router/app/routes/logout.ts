import { signOut } from '../auth.server'
import type { Route } from './+types/logout'

export const action = (args: Route.ActionArgs) => signOut(args)
