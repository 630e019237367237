import { createFileRoute } from '@tanstack/react-router'
import { dashboardUser } from '../session.ts'

export const Route = createFileRoute('/dashboard')({
  loader: ({ location }) => dashboardUser({ data: location.href }),
  component: Dashboard,
})

function Dashboard() {
  const user = Route.useLoaderData()
  return <h1>Dashboard of {user.name ?? user.email}</h1>
}
