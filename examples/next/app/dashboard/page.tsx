import { requireSession } from '@/auth'

export default async function Dashboard() {
  const { user } = await requireSession()
  return <h1>Dashboard of {user.name ?? user.email}</h1>
}
