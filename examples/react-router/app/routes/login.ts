import { signIn } from '../auth.server'
import type { Route } from './+types/login'

export const action = (args: Route.ActionArgs) => signIn(args, 'tiktok')
