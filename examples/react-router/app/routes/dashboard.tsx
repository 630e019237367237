import { requireSession } from '../auth.server'
import type { Route } from './+types/dashboard'

export async function loader(args: Route.LoaderArgs) {
  const { user } = await requireSession(args)
  return { user }
}

export default function Dashboard({ loaderData: { user } }: Route.ComponentProps) {
  return <h1>Dashboard of {user.name ?? user.email}</h1>
}
